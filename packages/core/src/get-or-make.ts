/** A Map or a WeakMap. */
interface Made<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key; the first time it is made and stored. */
export function getOrMake<Key, Value>(made: Made<Key, Value>, key: Key, make: () => Value): Value {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}

/** The same with a map that starts again when it has `most` values, for keys that callers may choose. */
export function getOrMakeUpTo<Key, Value>(most: number, made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= most) made.clear();
  return getOrMake(made, key, make);
}
