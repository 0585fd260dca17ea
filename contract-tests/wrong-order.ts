/** What the user can put right: a setting, a price, an id. Ends a run before it begins. */
export class WrongOrder extends Error {
  override readonly name = 'WrongOrder';
}
