/** Requests and answers of our own, which are one of the platform to whoever asks more of them than we have. */

type Class<T> = { readonly prototype: T };

/**
 * Makes objects of ours ones of the platform: all that they do not have they get of the platform's object that stands for them.
 * @param fields what each of them has for itself
 */
export const takeRest = <T extends object>(
  ours: Class<{ readonly platforms: T }>,
  platforms: Class<T>,
  fields: readonly string[],
): void => {
  const { prototype } = ours;
  for (const [name, theirs] of Object.entries(Object.getOwnPropertyDescriptors(platforms.prototype))) {
    if (Object.hasOwn(prototype, name) || fields.includes(name)) continue;
    const made: unknown = theirs.value;
    const property: PropertyDescriptor & ThisType<{ readonly platforms: T }> =
      typeof made === 'function'
        ? {
            writable: true,
            value(...given: readonly unknown[]): unknown {
              return Reflect.apply(made, this.platforms, given) as unknown;
            },
          }
        : {
            get(): unknown {
              return theirs.get?.call(this.platforms) as unknown;
            },
          };
    Object.defineProperty(prototype, name, { configurable: true, ...property });
  }
  Object.setPrototypeOf(prototype, platforms.prototype);
  Object.setPrototypeOf(ours, platforms);
};
