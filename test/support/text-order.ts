const hasSurrogates = /[\ud800-\udfff]/;

/** Strings in the order of their UTF-8 bytes, which for those without surrogates is the order of their units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (hasSurrogates.test(a) || hasSurrogates.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
