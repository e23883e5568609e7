/** The trail of push sinks. */
import { notRecorded, type Rows } from './row.ts';

const sink = ({ data }: { readonly data: { readonly sinkId: number } }): number => data.sinkId;

/** What follows a question mark may be a key of the receiver. */
const shown = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

export const sinkRows = {
  SinkAdded: {
    action: 'sink.added',
    description: 'A push sink was added: the trail is sent to an external address',
    object: sink,
    after: ({ url, actions, format }) => ({ url: shown(url), actions, format, enabled: true }),
    begins: true,
  },
  SinkChanged: {
    action: 'sink.changed',
    description: 'A push sink was changed',
    object: sink,
    after: ({ sinkId: _, url, cause, ...changed }) => ({
      ...(url !== undefined && { url: shown(url) }),
      ...changed,
      ...(cause !== undefined && { cause }),
    }),
  },
  SinkRemoved: {
    action: 'sink.removed',
    description: 'A push sink was removed',
    object: sink,
    after: () => ({ removed: true }),
    before: () => ({ removed: false }),
  },
  SinkRewound: {
    action: 'sink.rewound',
    description: 'A push sink was rewound: later events are sent again',
    object: sink,
    after: ({ after }) => ({ after }),
    begins: true,
  },
  SinkAdvanced: notRecorded,
} satisfies Rows;
