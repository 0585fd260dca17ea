/** What may be said of a rule, and of a clause: in a file of its own, for reports tell of verdicts without judging anybody. */

/** From the worst to the best; a clause's verdict is the worst of its rules. */
export const conductVerdicts = ['fail', 'warn', 'pass', 'not_testable'] as const;
export type ConductVerdict = (typeof conductVerdicts)[number];
