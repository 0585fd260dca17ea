/** Members that the document does not name: it leaves open whether there are any, and so what they hold (gap `extra-members`). */
import { operations } from '../../spec/operations.ts';
import { WebhookDelivery } from '../../spec/schemas/webhook.ts';
import { isOperation } from './answers.ts';
import type { Contrast } from './contrast.ts';

/** Of an answer whose layout the document shows, or of a webhook. */
export const isFurther = ({ operation, name }: Pick<Contrast, 'operation' | 'name'>): boolean => {
  if (name === undefined || !(operation === 'webhook' || isOperation(operation))) return false;
  const names = documentedIn(operation);
  return names.size > 0 && !names.has(name);
};

/** The names of all members that the answer of an operation may have, at any depth. */
export const documentedIn = (operation: string): ReadonlySet<string> => {
  const schema: unknown = isOperation(operation) ? operations[operation].response : WebhookDelivery;
  const names = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) names.add(name);
    }
    return value;
  });
  return names;
};
