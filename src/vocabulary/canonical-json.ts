/**
 * JSON in a single canonical form (RFC 8785), for values that were parsed from JSON: keys are sorted by UTF-16 code units, and there are no
 * spaces. Half of a surrogate pair, which the RFC refuses, is written as its escape, because every stored text must have a form.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(canonicalJson).join(',')}]`;
  const fields: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${canonicalJson(field)}`);
  }
  return `{${fields.join(',')}}`;
}
