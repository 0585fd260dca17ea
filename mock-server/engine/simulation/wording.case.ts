/** A failure in words, with what it comes of: fast-check tells of the case, and keeps apart what was wrong with it. */
export const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${wordsOf(error.cause)}\n\n${error.message}`;
};
