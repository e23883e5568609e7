/** The same type, in which nothing can be assigned. Branded numbers and strings stay unchanged. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | symbol | null | undefined
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };
