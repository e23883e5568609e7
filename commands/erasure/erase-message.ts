/**
 * Erases one message. `onRecord`: the erasure is in the log, so that a later legal hold does not keep the message. A message that is deleted
 * already is not changed.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { messageHistoryAggregate } from '../../src/state/message.ts';
import { MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { messageDeleted } from '../message/deleted.ts';

export const eraseMessage = defineCommand({
  name: 'erase-message',
  input: z.object({ messageId: MessageId, onRecord: z.boolean() }),
  refusals: [],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: messageHistoryAggregate,
  decide(state, { messageId, onRecord }, { realmId, leafOf, own: { message, events } }) {
    if (message.status !== 'sent') return accept([], {});
    const { type, data } = messageDeleted(state, message, events, leafOf);
    const deleted = { type, data: { ...data, ...(onRecord && { erased: true as const }) } };
    return acceptEvent(logStream.message(realmId, messageId), deleted);
  },
});
