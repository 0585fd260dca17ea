/** Laws of uploads: a file is there for its account, whatever was done since it came. */
import { isRefusedAs } from '../reading/refusal.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import type { Law } from './law.ts';
import type { Log, Submit } from './log.ts';

export const uploadLaws: readonly Law[] = [
  {
    id: 'uploads-usable',
    title: 'a file that was uploaded in the course of a history can be used from then on, with any key of its account',
    clauses: ['resources.upload.file-key-usable'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      for (const submit of log.submits) {
        const { kind, uploads, exchange } = submit;
        if (uploads.length === 0 || kind === 'again' || kind === 'other-body') continue;
        if (isRefused(exchange) && !isForTheFile(submit, log)) continue;
        // Programs are over in minutes: no key is as old as keys may become (gap upload-retention).
        expect('resources.upload.file-key-usable', !isRefused(exchange), {
          expected: 'a submit with the file_key of an upload to be taken',
          at: [...uploads.map((upload) => upload.exchange), exchange],
        });
      }
    },
  },
];

const isRefused = (exchange: Exchange): boolean => isRefusedAs(exchange, ['invalid_input', 'not_found']);

/** Whether it is for the file that a submit is refused: such calls are taken, and none without a file of its own is refused. */
const isForTheFile = ({ who, endpoint, key }: Submit, { submits }: Log): boolean => {
  const alike = submits.filter((other) => other.who === who && other.endpoint === endpoint);
  const isOther = ({ uploads, exchange, ...other }: Submit): boolean =>
    uploads.length === 0 && (other.key === undefined) === (key === undefined) && isRefused(exchange);
  return alike.some(({ exchange }) => isSuccess(exchange)) && !alike.some(isOther);
};
