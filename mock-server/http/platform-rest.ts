/** Requests and answers of our own, which are one of the platform to whoever asks more of them than we have. */

type Own<T> = { readonly platforms: T };

/**
 * Makes objects of ours ones of the platform: all that they do not have they get of the platform's object that stands for them.
 * @param fields what each of them has for itself
 */
export const takeRest = <T extends object>(ours: Own<T>, platforms: T, fields: readonly string[]): void => {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(platforms))) {
    if (Object.hasOwn(ours, name) || fields.includes(name)) continue;
    Object.defineProperty(ours, name, {
      get(this: Own<T>): unknown {
        const made = this.platforms;
        const own: unknown = property.get === undefined ? property.value : property.get.call(made);
        return typeof own === 'function' ? (own as () => unknown).bind(made) : own;
      },
    });
  }
  Object.setPrototypeOf(ours, platforms);
};
