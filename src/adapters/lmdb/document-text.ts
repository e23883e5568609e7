/**
 * How a document stands in the file: one line of JSON, and where some of its fields are for indexes alone a second one with these,
 * so that whoever reads the document does not parse them. JSON has no line ends outside its strings, and none inside.
 */

/** Both lines. What was written with other `indexOnly` is read all the same. */
export function textOf(document: object, indexOnly: readonly string[]): string {
  const values = document as Readonly<Record<string, unknown>>;
  const apart = indexOnly.filter((field) => values[field] !== undefined);
  if (apart.length === 0) return JSON.stringify(document);
  // What is undefined is not written.
  const without = Object.fromEntries(apart.map((field) => [field, undefined]));
  const entries = Object.fromEntries(apart.map((field) => [field, values[field]]));
  return `${JSON.stringify({ ...values, ...without })}\n${JSON.stringify(entries)}`;
}

/** The document without what is for indexes alone. */
export function readableIn<D>(text: string): D {
  const end = text.indexOf('\n');
  return JSON.parse(end < 0 ? text : text.slice(0, end)) as D;
}

/** All of the document. */
export function wholeIn(text: string): object {
  const end = text.indexOf('\n');
  if (end < 0) return JSON.parse(text) as object;
  return { ...JSON.parse(text.slice(0, end)), ...JSON.parse(text.slice(end + 1)) };
}
