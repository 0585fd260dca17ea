/** With what the command ends. */

export const exitCodes = { fine: 0, findings: 1, usage: 2, broken: 3, stopped: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The worst goes first: a broken judge says nothing for sure, and a finding is one whether or not the run came to its end. */
export const exitCodeOf = (what: {
  readonly isBroken: boolean;
  readonly hasFindings: boolean;
  readonly isStopped: boolean;
}): ExitCode => {
  if (what.isBroken) return exitCodes.broken;
  if (what.hasFindings) return exitCodes.findings;
  return what.isStopped ? exitCodes.stopped : exitCodes.fine;
};
