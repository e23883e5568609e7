/**
 * JSON in a single canonical form (RFC 8785), for values that were parsed from JSON: keys are sorted by UTF-16 code units, and there are no
 * spaces. Half of a surrogate pair, which the RFC refuses, is written as its escape, because users can store it. Every recorded event is
 * written this way when it is sealed, so that it must take little time and memory.
 *
 * A number that is too large is parsed as infinity, which the RFC refuses, too. It is written as such a number, and not as the null of
 * `JSON.stringify`. Otherwise somebody could put it in the place of a sealed null.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : notFinite(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(canonicalJson).join(',')}]`;
  let fields = '';
  for (const name of sorted(Object.keys(value))) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined) fields += (fields === '' ? textOf(name) : `,${textOf(name)}`) + canonicalJson(field);
  }
  return `{${fields}}`;
}

const notFinite = (value: number): string => (Number.isNaN(value) ? 'null' : value > 0 ? '1e999' : '-1e999');

const fewMax = 32;

/** Sorts a few names with an insertion sort in place, because `sort` copies them internally. */
function sorted(names: string[]): readonly string[] {
  if (names.length > fewMax) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let to = at;
    for (; to > 0 && (names[to - 1] as string) > name; to -= 1) names[to] = names[to - 1] as string;
    names[to] = name;
  }
  return names;
}

/** Events have few different names, which occur again and again. */
const texts = new Map<string, string>();
const textsMax = 1_000;

function textOf(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (texts.size >= textsMax) texts.clear();
  texts.set(name, text);
  return text;
}
