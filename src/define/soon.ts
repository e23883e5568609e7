/** What is there at once more often than not. A promise would put off everybody behind it, and cost more than what it is for. */
export type Soon<T> = T | Promise<T>;

/** Goes on with it: at once where it is there. */
export const soon = <T, R>(value: Soon<T>, go: (value: T) => R): Soon<R> =>
  value instanceof Promise ? value.then(go) : go(value);
