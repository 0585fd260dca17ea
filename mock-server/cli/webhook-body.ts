/** What a body says it is: anybody may have sent it. */

export type WebhookBody = {
  readonly event: string | null;
  readonly deliveryId: string | null;
  readonly jobId: string | null;
};

/** Null for what is not there, or is no text. */
export const readWebhook = (body: Buffer): WebhookBody => {
  const parsed = fieldsOf(jsonOf(body));
  return {
    event: textOf(parsed['event']),
    deliveryId: textOf(parsed['delivery_id']),
    jobId: textOf(fieldsOf(parsed['data'])['id']),
  };
};

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};

const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
