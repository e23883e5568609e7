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
