/** The answer to a WebSocket that is not let in: an error in the layout of the service. */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../domain/refusal.ts';
import { askedByUpgrade } from './asked.ts';
import { mockFailed } from './guarded.ts';
import type { Respond } from './respond.ts';
import type { TurnOfStranger } from './wording-turns.ts';

type Needs = {
  readonly respond: Respond;
  readonly turnOfStranger: TurnOfStranger;
  /** Milliseconds of the mock's clock. */
  readonly now: () => number;
  readonly reportFailure: (error: unknown) => void;
};

type RefuseUpgrade = (
  refusal: Refusal,
  headers: { readonly [name: string]: string },
  /** Another one than the code's; undefined for that. */
  status: number | undefined,
  request: IncomingMessage,
) => Response;

export const createRefuseUpgrade =
  ({ respond, turnOfStranger, now, reportFailure }: Needs): RefuseUpgrade =>
  (refusal, headers, status, request) => {
    const wordingTurn = turnOfStranger(request.url ?? '');
    try {
      return respond.refusal(refusal, headers, status, { asked: askedByUpgrade(request, now()), wordingTurn });
    } catch (error) {
      reportFailure(error);
      // The port that failed is not asked again.
      return respond.refusal(mockFailed, undefined, undefined, { wordingTurn });
    }
  };
