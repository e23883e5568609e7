/** An object while it is put together. */
export type Making<T> = { -readonly [K in keyof T]: T[K] };
