/** PATCH /users/me/subscriptions/muted_topics with `op=remove`: unmutes a topic. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { channelNamed } from '../../src/state/channels.ts';
import { isTopicMuted, preferencesOf } from '../../src/state/preferences.ts';
import { type ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

export const unmuteTopic = defineCommand({
  name: 'unmute-topic',
  input: z.object({ userId: UserId, channel: z.union([z.string(), z.int()]), topic: z.string() }),
  refusals: ['permission-insufficient', 'topic-not-muted'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, channel: nameOrId, ...input }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const topic = input.topic.trim();
    // A mute can be removed even if the stream is archived or closed to the user, so that access is not checked.
    const channelId =
      typeof nameOrId === 'number' ? (nameOrId as ChannelId) : channelNamed(state.channels, nameOrId)?.channelId;
    if (channelId === undefined || !isTopicMuted(preferencesOf(state.preferences, userId), channelId, topic))
      return refuse({ code: 'topic-not-muted' });
    return acceptEvent(logStream.user(realmId, userId), { type: 'TopicUnmuted', data: { userId, channelId, topic } });
  },
});
