/** The same shape with nothing in it that may be assigned to; branded numbers and strings stay as they are. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | symbol | null | undefined
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };
