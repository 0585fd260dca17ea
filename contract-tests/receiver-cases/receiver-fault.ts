/** What can be wrong with an address so that no receiver can be judged there. */
import { type Sent, notHttp } from './send.ts';

/** Nothing can be judged there; the message says what was found and what to do. It ends the command with exit code 3. */
export class ReceiverFault extends Error {
  override readonly name = 'ReceiverFault';
}

/** Throws a ReceiverFault. */
export const expectReceiver = (url: string, { failure, failedAt }: Sent): void => {
  if (failure === undefined) return;
  if (failure === notHttp) {
    throw new ReceiverFault(`${url}: ${notHttp}: is it https that is spoken there, or another port?`);
  }
  if (failedAt !== 'connect') return;
  const why = reasons.find(([pattern]) => pattern.test(failure))?.[1];
  throw new ReceiverFault(`nothing can be sent to ${url}: ${failure}${why === undefined ? '' : `, ${why}`}`);
};

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nobody listens there: is the receiver running, and is the port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'the name is not known: is it spelled right?'],
  [/EHOSTUNREACH|ENETUNREACH|no answer within/, 'the host cannot be reached from here'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/,
    'its certificate is not accepted: the service would not accept it either. For one of your own, set NODE_EXTRA_CA_CERTS',
  ],
  [
    /SSL|EPROTO|TLS|WRONG_VERSION|ECONNRESET|closed without/,
    'the TLS handshake failed: is it http that is spoken there?',
  ],
];
