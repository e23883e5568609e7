/**
 * Deletes one message of a topic that is being deleted. Does nothing if the message is gone, or was moved out of the topic in the meantime.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { messageHistoryAggregate } from '../../src/state/message.ts';
import { currentPlace } from '../../src/state/topics.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import { ChannelId, MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { messageDeleted } from './deleted.ts';

export const deleteTopicMessage = defineCommand({
  name: 'delete-topic-message',
  input: z.object({ messageId: MessageId, channelId: ChannelId, topic: z.string() }),
  refusals: [],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: messageHistoryAggregate,
  decide(state, { messageId, channelId, topic }, { realmId, leafOf, own: { message, events } }) {
    if (message.status !== 'sent') return accept([], {});
    const place = currentPlace(state.topics, messageId, message.sentTo);
    const isThere =
      place.kind === 'channel' && place.channelId === channelId && foldCase(place.topic) === foldCase(topic);
    const deleted = isThere ? [messageDeleted(state, message, events, leafOf)] : [];
    return accept([{ stream: logStream.message(realmId, messageId), events: deleted }], {});
  },
});
