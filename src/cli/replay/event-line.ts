import type { Recorded } from '../../vocabulary/events/index.ts';

/** An event in one line, without content. */
export const eventLine = ({ position, id, type, stream, metadata }: Recorded): string =>
  [
    `position=${position}`,
    new Date(metadata.at).toISOString(),
    type,
    stream,
    `actor=${metadata.actor ?? 'service'}`,
    `client=${JSON.stringify(metadata.client)}`,
    `request=${metadata.requestId}`,
    `id=${id}`,
  ].join(' ');

/** The notice if a history contains events that this version of the program does not know. */
export function notifyUnknown(types: ReadonlySet<string>, notify: (line: string) => void): void {
  if (types.size > 0)
    notify(`this version does not know these events, and leaves them out: ${[...types].sort().join(', ')}`);
}
