/** A process that has not been heard of for so long is dead, in real seconds by the database's clock. */
export const deadAfterSeconds = 6;

/** Of a row of `understudy_processes`. */
export const isAlive = `seen > now() - interval '${deadAfterSeconds} seconds'`;
