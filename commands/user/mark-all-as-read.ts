/** POST /mark_all_as_read: marks all messages so far as read. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { IdSpan } from '../../src/vocabulary/id-spans.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

export const markAllAsRead = defineCommand({
  name: 'mark-all-as-read',
  /**
   * `spans`: the ids of all messages in the read models, up to the newest one. Messages that may still be on their way to the log are
   * left out. `unread`: those that the user has not read.
   */
  input: z.object({ userId: UserId, spans: z.array(IdSpan), unread: z.array(IdSpan) }),
  refusals: ['permission-insufficient'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(_state, { userId, spans, unread }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (spans.length === 0) return accept([], {});
    // An event names a limited number of messages. Earlier events, which record nothing else, name the others.
    const parts = inParts(unread);
    const others = parts.slice(0, -1).map(
      (messages): DomainEvent => ({
        type: 'MessageFlagsChanged',
        data: { userId, op: 'add', flag: 'read', messages, read: [] },
      }),
    );
    const read: DomainEvent = { type: 'AllMessagesRead', data: { userId, spans, unread: parts.at(-1) ?? [] } };
    return accept([{ stream: logStream.user(realmId, userId), events: [...others, read] }], {});
  },
});
