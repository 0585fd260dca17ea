/** From which verdict on a client fails. By itself, for the command line reads it at every start. */

export const failLevels = ['warn', 'fail', 'never'] as const;
export type FailOn = (typeof failLevels)[number];
