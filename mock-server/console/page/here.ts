/** Addresses of the mock as this page reaches it: those that the service hands out may name it as others see it. */

/** Undefined for what is no address. */
export const pathOf = (url: string | null | undefined): string | undefined => {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The same of a stream, for a WebSocket: its address holds a token, which no other host is to get. Throws for what is no address. */
export const socketOf = (url: string): string => {
  const path = pathOf(url);
  if (path === undefined) throw new TypeError(`the address of the stream cannot be read: ${url}`);
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
};
