/** A request of the journal as a command for a shell. What was a secret is taken from the environment: the journal does not have it. */
import type { RequestEntry } from '../../../../spec/schemas/journal.ts';

export const asCurl = ({ method, path, request }: RequestEntry, origin: string): string => {
  const { headers, body } = request;
  const isForm = headers.some(({ name, value }) => isNamed(name, 'content-type') && value.startsWith('multipart/'));
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    ...headers.filter(({ name }) => !ownOfCurl.test(name) && !(isForm && isNamed(name, 'content-type'))).map(headerOf),
    ...(isForm ? ["-F 'file=@FILE'"] : []),
    ...(!isForm && body.text !== null && body.text !== '' ? [`--data-raw ${quoted(body.text)}`] : []),
  ];
  return parts.join(' \\\n  ');
};

const headerOf = ({ name, value }: { name: string; value: string }): string =>
  isNamed(name, 'authorization') ? `-H "${name}: Bearer $UNDERSTUDY_API_KEY"` : `-H ${quoted(`${name}: ${value}`)}`;

/** curl writes these itself. */
const ownOfCurl = /^(host|content-length|connection|accept-encoding|transfer-encoding|expect|keep-alive)$/i;

const isNamed = (name: string, wanted: string): boolean => name.toLowerCase() === wanted;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
