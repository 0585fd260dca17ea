/**
 * What every operation begins with: who calls, whether it is within its rate, what it is told. A port that is wrapped around one of
 * them is resolved here, once for all operations; without one, an operation has the usual function itself.
 */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import { type Caller, type Enter, createEntrance } from './authenticate.ts';
import { type Input, type InputReading, createInputReading } from './input.ts';
import { type Passage, countsFor, createRateGate } from './rate-gate.ts';
import type { Exchange } from './record.ts';
import type { Service } from './service.ts';

export type Beginnings = {
  readonly entrance: (id: OperationId) => Enter;
  readonly rateGate: (id: OperationId) => (caller: Caller, now: number) => Passage | Promise<Passage>;
  readonly inputReader: (id: OperationId) => ReadInput;
};

/** @param params what stands for the names in the path */
type ReadInput = (request: Request, params: Params, exchange: Exchange) => Promise<Input> | Input;

export type Params = { readonly [name: string]: string };

export const createBeginnings = (service: Service): Beginnings => {
  const { choices, ports, rateLimiter } = service;
  const limit = ports?.limit?.(({ subject, limit: most, now, operation }) =>
    countsFor(choices, operation) ? rateLimiter.admit(subject, most, now) : undefined,
  );
  return {
    entrance: createEntrance(service),
    rateGate: (id) => createRateGate(service, id, limit),
    inputReader: createInputReaders(service),
  };
};

const createInputReaders = ({ choices, ports }: Service): ((id: OperationId) => ReadInput) => {
  const readings = Object.fromEntries(
    (Object.entries(operations) as [OperationId, Operation][]).map(([id, operation]) => [
      id,
      createInputReading(operation, choices),
    ]),
  ) as { readonly [id in OperationId]: InputReading };
  const validate = ports?.validate?.(({ operation, body, query, fault }) =>
    readings[operation].judge({ body, query, ...(fault !== undefined && { fault }) }),
  );
  return (operation) => {
    const { read, readAnyway, judge } = readings[operation];
    if (validate !== undefined) {
      return async (request, params, exchange) => {
        const came = await readAnyway(request, exchange);
        return validate({
          operation,
          params,
          headers: Object.fromEntries(request.headers),
          text: undefined,
          ...came,
        });
      };
    }
    return (request, _params, exchange) => {
      const came = read(request, exchange);
      return came instanceof Promise ? came.then((input) => judge(input, exchange)) : judge(came, exchange);
    };
  };
};
