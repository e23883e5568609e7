/** The period that is stepped through. It is in the address, so that a link to it can be sent to a colleague. The reason is not in the address. */
const names = ['from', 'until', 'event', 'user'] as const;

/** `from` and `until` are moments, `event` is the one that is shown, and `user` the one whose client is asked for. */
export type Stretch = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Reads the part of the address that follows `#audit/replay/`. */
export function stretchIn(part: string | undefined): Stretch {
  const given = new URLSearchParams(part ?? '');
  return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}

export function addressOfStretch(stretch: Stretch): string {
  const given = names.flatMap((name) => (stretch[name] ? [[name, stretch[name]] as [string, string]] : []));
  const part = new URLSearchParams(given).toString();
  return part ? `#audit/replay/${encodeURIComponent(part)}` : '#audit/replay';
}

/** A text in quotes, as one word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that steps through the same events on the command line: in the log of the service with a reason, or in an export. */
export const commandOf = (
  { from, until }: Stretch,
  of: { readonly reason: string } | { readonly export: string },
): string =>
  [
    'npx verbatim replay --step',
    ...('export' in of ? [`--export ${of.export}`] : []),
    ...(from ? [`--from ${quoted(from)}`] : []),
    ...(until ? [`--until ${quoted(until)}`] : []),
    ...('reason' in of ? [`--reason ${quoted(of.reason.trim() || '…')}`] : []),
  ].join(' ');
