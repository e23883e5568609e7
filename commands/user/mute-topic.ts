/** PATCH /users/me/subscriptions/muted_topics with `op=add`: mutes a topic. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { channelNamed, openChannel } from '../../src/state/channels.ts';
import { isTopicMuted, preferencesOf } from '../../src/state/preferences.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { topicRefusal, topicRefusals } from '../message/text-rules.ts';
import { actsFor } from '../rules/acting.ts';
import { mayEnter } from '../rules/channels.ts';

export const muteTopic = defineCommand({
  name: 'mute-topic',
  /** `channel`: a name or an id. A topic without messages can be muted, too. */
  input: z.object({ userId: UserId, channel: z.union([z.string(), z.int()]), topic: z.string() }),
  refusals: [
    ...topicRefusals,
    'permission-insufficient',
    'mute-channel-id-unknown',
    'mute-channel-name-unknown',
    'topic-already-muted',
    'muted-topics-too-many',
  ],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, channel: nameOrId, ...input }, { realmId, actor }) {
    const topic = input.topic.trim();
    const badTopic = topicRefusal(topic);
    if (badTopic) return refuse(badTopic);
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const channel =
      typeof nameOrId === 'number' ? openChannel(state.channels, nameOrId) : channelNamed(state.channels, nameOrId);
    if (!channel || !mayEnter(state, userId, channel)) return refuse(unknown(nameOrId));
    const { channelId } = channel;
    const preferences = preferencesOf(state.preferences, userId);
    if (isTopicMuted(preferences, channelId, topic)) return refuse({ code: 'topic-already-muted' });
    if (preferences.muted.length >= limits.mutedTopicsMax)
      return refuse({ code: 'muted-topics-too-many', max: limits.mutedTopicsMax });
    return acceptEvent(logStream.user(realmId, userId), { type: 'TopicMuted', data: { userId, channelId, topic } });
  },
});

/** The answer is the same whether there is no such stream or it is closed to the caller. */
const unknown = (nameOrId: string | number): Refusal<'mute-channel-id-unknown' | 'mute-channel-name-unknown'> =>
  typeof nameOrId === 'number'
    ? { code: 'mute-channel-id-unknown' }
    : { code: 'mute-channel-name-unknown', name: nameOrId.trim() };
