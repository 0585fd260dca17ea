/** A promise that was broken, under its id: so that a failure names what it is about. */
export const expectFact = (id: string, holds: boolean, broken: string): void => {
  if (!holds) throw new Error(`${id}: ${broken}`);
};
