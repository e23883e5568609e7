/** POST /messages/flags, /mark_stream_as_read, /mark_topic_as_read: sets or removes a flag of messages. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { IdSpan, type IdSpans, spansOf } from '../../src/vocabulary/id-spans.ts';
import { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { FlagToSet } from '../../src/vocabulary/message-flags.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

type Changed = DomainEvent<'MessageFlagsChanged'>;

export const changeMessageFlags = defineCommand({
  name: 'change-message-flags',
  /**
   * The state contains no flags, because there may be millions. So the request names only messages that its user may flag and whose flag
   * changes (`src/queries/flag-change.ts`).
   */
  input: z.object({
    userId: UserId,
    op: z.enum(['add', 'remove']),
    flag: FlagToSet,
    ids: z.array(z.int().positive()),
    read: z.array(z.object({ channelId: ChannelId.nullable(), spans: z.array(IdSpan) })),
    /** How many messages already have this flag of the user. */
    before: z.int().nonnegative(),
  }),
  refusals: ['permission-insufficient', 'flagged-too-many'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(_state, { userId, op, flag, ids, read, before }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (flag !== 'read' && op === 'add' && before + ids.length > limits.flaggedMax)
      return refuse({ code: 'flagged-too-many', max: limits.flaggedMax });
    const about = { userId, op, flag };
    const events =
      flag === 'read'
        ? readEvents(about, spansOf(ids), read)
        : inParts(ids).map((part): Changed => changed(about, spansOf(part)));
    return accept([{ stream: logStream.user(realmId, userId), events }], {});
  },
});

type About = Pick<Changed['data'], 'userId' | 'op' | 'flag'>;
type ReadPart = { readonly channelId: ChannelId | null; readonly spans: IdSpans };

const changed = (about: About, messages: IdSpans, read?: readonly ReadPart[]): Changed => ({
  type: 'MessageFlagsChanged',
  data: {
    ...about,
    messages: [...messages],
    ...(read && { read: read.map(({ channelId, spans }) => ({ channelId, spans: [...spans] })) }),
  },
});

/** As few events as can contain all spans. Each event has a limited number of spans. */
function readEvents(about: About, messages: IdSpans, read: readonly ReadPart[]): Changed[] {
  const events: { messages: IdSpans; read: ReadPart[] }[] = inParts(messages).map((part) => ({
    messages: part,
    read: [],
  }));
  let at = 0;
  let room = limits.namedPerEventMax;
  for (const { channelId, spans } of read)
    for (let from = 0; from < spans.length; ) {
      const part = spans.slice(from, from + room);
      const event = events[at] ?? { messages: [], read: [] };
      events[at] = event;
      event.read.push({ channelId, spans: part });
      from += part.length;
      room -= part.length;
      if (room > 0) continue;
      at += 1;
      room = limits.namedPerEventMax;
    }
  return events.map((event) => changed(about, event.messages, event.read));
}
