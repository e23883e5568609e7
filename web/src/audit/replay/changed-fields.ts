type Fields = Readonly<Record<string, unknown>>;
type Change = { readonly before: Fields | null; readonly after: Fields | null };

/** The fields of a document that differ before and after. */
export function changedFields({ before, after }: Change) {
  if (before === null || after === null) return { before, after };
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (document: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.filter((name) => name in document).map((name) => [name, document[name]]));
  return { before: of(before), after: of(after) };
}
