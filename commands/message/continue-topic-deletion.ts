/**
 * Continues the deletion of a topic with many messages. New messages in the topic have ids above `rest`. Messages that were moved into the
 * topic within that range are deleted too.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { readableInTopic } from '../../src/state/newest-topics.ts';
import { IdRange } from '../../src/vocabulary/events/channel.ts';
import { ChannelId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { deletionRequested } from './deletion-requested.ts';

export const continueTopicDeletion = defineCommand({
  name: 'continue-topic-deletion',
  input: z.object({ channelId: ChannelId, topic: z.string(), rest: IdRange }),
  refusals: [],
  stream: (_input, realmId) => logStream.topics(realmId),
  decide(state, { channelId, topic, rest }, { realmId, actor }) {
    const ids = readableInTopic(state, actor as UserId, { channelId, topic }, rest);
    const requested = deletionRequested({ channelId, topic }, ids);
    return accept([{ stream: logStream.topics(realmId), events: requested ? [requested] : [] }], {});
  },
});
