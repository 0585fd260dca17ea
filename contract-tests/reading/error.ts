/** `code` and `message` of an HTTP error, wherever its body has them: the document does not show the place (gap `error-body`). */

export type ReadError = { readonly code: unknown; readonly message: unknown };

/** The object that has the code; undefined if there is none. */
export const readError = (body: unknown): ReadError | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const place of [body, ...Object.values(body).flatMap((value) => (Array.isArray(value) ? value : [value]))]) {
    if (typeof place === 'object' && place !== null && ('code' in place || 'message' in place)) {
      const { code, message } = place as { code?: unknown; message?: unknown };
      if (code !== undefined) return { code, message };
    }
  }
  return undefined;
};
