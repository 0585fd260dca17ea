/** HAR 1.2 as a JSON Schema, from its specification: what must be there, and of which type. Members of our own begin with `_`. */
const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: -1 } as const;
const ours = { '^_': true } as const;

const object = (required: object, optional: object = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  patternProperties: ours,
  required: Object.keys(required),
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items });

const comment = { comment: text };
const pair = object({ name: text, value: text }, comment);
const cookie = object({ name: text, value: text }, comment);
const time = { type: 'number', minimum: 0 } as const;
const timeOrNone = { type: 'number', minimum: -1 } as const;

const request = object(
  {
    method: text,
    url: { type: 'string', pattern: '^(?:https?|wss?)://' },
    httpVersion: text,
    cookies: list(cookie),
    headers: list(pair),
    queryString: list(pair),
    headersSize: whole,
    bodySize: whole,
  },
  { postData: object({ mimeType: text }, { params: list(pair), text, ...comment }), ...comment },
);

const response = object(
  {
    status: { type: 'integer', minimum: 0 },
    statusText: text,
    httpVersion: text,
    cookies: list(cookie),
    headers: list(pair),
    content: object(
      { size: { type: 'integer', minimum: 0 }, mimeType: text },
      { compression: { type: 'integer' }, text, encoding: text, ...comment },
    ),
    redirectURL: text,
    headersSize: whole,
    bodySize: whole,
  },
  comment,
);

const entry = object(
  {
    startedDateTime: { type: 'string', format: 'date-time' },
    time,
    request,
    response,
    cache: object({}, comment),
    timings: object(
      { send: time, wait: time, receive: time },
      { blocked: timeOrNone, dns: timeOrNone, connect: timeOrNone, ssl: timeOrNone, ...comment },
    ),
  },
  { pageref: text, serverIPAddress: text, connection: text, ...comment },
);

export const harSchema = object({
  log: object(
    { version: { const: '1.2' }, creator: object({ name: text, version: text }, comment), entries: list(entry) },
    { browser: object({ name: text, version: text }, comment), pages: list({ type: 'object' }), ...comment },
  ),
});
