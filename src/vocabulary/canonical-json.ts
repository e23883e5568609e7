/**
 * JSON in one form only (RFC 8785), for values that came out of JSON: keys sorted by UTF-16 code units, no spaces. Half of a surrogate pair,
 * which the RFC refuses, is written as its escape: what was said must have a form.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let fields = '';
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined) fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${fields}}`;
}
