/** Malformed values, as they are sent in a query or a form: percent-encoded where necessary. */

const deep = (open: string, close = ''): string => open.repeat(300) + close.repeat(300);

/** Texts of wrong types, most of them JSON. */
const texts: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '1e999',
  '-1e999',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  '"text"',
  '"\\ud800"',
  '"\\u0000"',
  '[]',
  '{}',
  '[null]',
  '[{}]',
  '[1e999]',
  '[9007199254740993]',
  '[-0]',
  '["\\udc00"]',
  '{"__proto__":{"a":1},"constructor":1}',
  '[{"__proto__":1}]',
  '__proto__',
  deep('['),
  deep('[', ']'),
  deep('{"a":'),
  'x'.repeat(12_000),
  '9'.repeat(2_000),
  '"'.repeat(4_001),
  "'; DROP TABLE messages; --",
  '<script>alert(1)</script>',
  '\u202e\ufeff\u0007',
  '😀',
];

/** Bytes that are not text: NUL, invalid UTF-8, overlong forms, half a surrogate pair, a truncated sequence, a lone percent sign. */
const bytes: readonly string[] = ['%00', 'a%00b', '%ff', '%c0%80', '%ed%a0%80', '%f0%9f%98', '%', '%zz'];

export const malformedValues: readonly string[] = [...texts.map(encodeURIComponent), ...bytes];

/** Values that replace one value inside JSON. */
const leaves: readonly string[] = [
  'null',
  '-1',
  '-0',
  '1.5',
  '1e999',
  '9007199254740993',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  `"${'x'.repeat(12_000)}"`,
  '[]',
  '{}',
  deep('[', ']'),
];

const hole = 'hole\u0001';

/** The JSON of `value`, each time with one of its parts replaced by a malformed value. */
export function malformedJson(value: unknown): string[] {
  return holesIn(value).flatMap((holed) => {
    const text = JSON.stringify(holed);
    return leaves.map((leaf) => text.replace(JSON.stringify(hole), () => leaf));
  });
}

/** The value once for each of its innermost values, with that value removed. */
function holesIn(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => holesIn(item).map((holed) => value.with(index, holed)));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => holesIn(item).map((holed) => ({ ...value, [key]: holed })));
  return [hole];
}
