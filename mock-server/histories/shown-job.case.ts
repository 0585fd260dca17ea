/** A job as it is shown, in polls and in webhooks: equal but for how its link is signed. */

/** @param job a body, to which `file` may have been added: a digest of its result */
export const withoutSignature = (job: unknown): Record<string, unknown> => {
  const { output_url: link, error, ...rest } = job as Record<string, unknown>;
  return {
    ...rest,
    ...(typeof link === 'string' && link !== ''
      ? { output_url: new URL(link).pathname }
      : { output_url: link ?? null }),
    // In a job that succeeded it may be left out when it is polled.
    error: error ?? null,
  };
};

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** A result that can no longer be had, by a link that is too old, is no other result. */
export const isSameResult = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  const [{ file, ...rest }, { file: later, ...laterRest }] = [one, other];
  return isSame(rest, laterRest) && (file === undefined || later === undefined || file === later);
};

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
