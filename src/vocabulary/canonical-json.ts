/**
 * JSON in one form only (RFC 8785), for values that came out of JSON: keys sorted by UTF-16 code units, no spaces. Half of a surrogate pair,
 * which the RFC refuses, is written as its escape: what was said must have a form. Every recorded event is written so when it is sealed, so
 * it is made to be fast: keys are mostly sorted already, and mostly the same.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value);
  if (!isSorted(names)) names.sort();
  let fields = '';
  for (const name of names) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined) fields += `${fields === '' ? '' : ','}${nameText(name)}:${canonicalJson(field)}`;
  }
  return `{${fields}}`;
}

function isSorted(names: readonly string[]): boolean {
  let last = '';
  for (const name of names) {
    if (name < last) return false;
    last = name;
  }
  return true;
}

const plainName = /^[A-Za-z_]+$/;
const nameText = (name: string): string => (plainName.test(name) ? `"${name}"` : JSON.stringify(name));
