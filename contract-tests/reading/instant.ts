/** Times as the document writes them: ISO 8601, in UTC. */

const form = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:Z|[+-]00(?::?00)?)$/;

/** Milliseconds since 1970 of a date-time whose offset is zero (gap `timestamp-precision`); undefined for anything else. */
export const instantOf = (text: unknown): number | undefined => {
  const [, date = '', time = ''] = typeof text === 'string' ? (form.exec(text) ?? []) : [];
  const instant = Date.parse(`${date}T${time.replace(',', '.')}Z`);
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(instant) || new Date(instant).getUTCDate() !== Number(date.slice(8)) ? undefined : instant;
};
