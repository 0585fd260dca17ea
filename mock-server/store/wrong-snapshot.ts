/** What is wrong with a text that is no snapshot. */
export class WrongSnapshot extends Error {
  override readonly name = 'WrongSnapshot';
}
