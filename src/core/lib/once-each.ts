/** The same function for values that never change: of each object it is asked once, for as long as that object lives. */
export function onceEach<T extends object, R extends NonNullable<unknown>>(make: (value: T) => R): (value: T) => R {
  const made = new WeakMap<T, R>();
  return (from) => {
    const known = made.get(from);
    if (known !== undefined) return known;
    const value = make(from);
    made.set(from, value);
    return value;
  };
}
