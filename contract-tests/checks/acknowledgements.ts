/** What a submit answers with: the acknowledgement, for each capability. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { submitted } from '../probes/jobs.ts';
import { isObject, memberOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { isSuccess } from '../wire/exchange.ts';
import { fieldChecks, type Seen } from './fields.ts';

/** The acknowledgements of all capabilities that were accepted. */
const acknowledgements = async (t: Trial): Promise<readonly Seen[]> => {
  const seen: Seen[] = [];
  for (const endpoint of jobEndpoints) {
    const exchange = await submitted(t, endpoint);
    if (isSuccess(exchange)) seen.push({ exchange, value: exchange.answer?.json });
  }
  return seen;
};

export const acknowledgementChecks: readonly Check[] = [
  ...fieldChecks(
    'acknowledgement',
    'resources.acknowledgement',
    'standard',
    ['id', 'status', 'status_url'],
    'string',
    acknowledgements,
    ['spend'],
  ),
  check({
    id: 'acknowledgement.status-url-form',
    title: 'status_url is the path of the job with the id of the acknowledgement',
    clauses: ['resources.acknowledgement.status-url-form'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of await acknowledgements(t)) {
        const id = memberOf(value, 'id');
        const url = memberOf(value, 'status_url');
        if (typeof id !== 'string' || typeof url !== 'string') t.tried();
        else
          t.expect('resources.acknowledgement.status-url-form', url === `/api/v1/jobs/${id}`, {
            expected: `/api/v1/jobs/${id}`,
            actual: url,
            at: exchange,
          });
      }
    },
  }),
  ...jobEndpoints.map((endpoint) => {
    const clause = clauseNamed(`endpoints.${endpoint}.queued-acknowledgement`);
    return check({
      id: `${endpoint}.queued-acknowledgement`,
      title: `POST /${endpoint} is acknowledged as queued`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        const exchange = await submitted(t, endpoint);
        const { json } = exchange.answer ?? {};
        t.expect(clause, isSuccess(exchange) && isObject(json) && textIn(exchange, 'status') === 'queued', {
          expected: 'a success with status queued',
          at: exchange,
        });
      },
    });
  }),
];
