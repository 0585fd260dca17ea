/** JSON on standard output that may carry text of strangers: what would steer a terminal is written as an escape, and read the same. */

/** @param space as of `JSON.stringify`; without it, one line */
export const printJson = (value: unknown, space?: number): void =>
  void process.stdout.write(`${jsonOf(value, space)}\n`);

/** Line ends of the layout stay: within texts they are escapes already. */
export const jsonOf = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
