/**
 * POST /streams/{stream_id}/delete_topic: deletes the messages of a topic that the administrator may read. The event names the first part
 * of them. A policy deletes that part and continues with the rest (`src/policies/topic-deletions.ts`).
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { openChannel } from '../../src/state/channels.ts';
import { isGuest } from '../../src/state/directory.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import { readableInTopic } from '../../src/state/newest-topics.ts';
import { ChannelId, idNamed, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf, actsAsAdministrator } from '../rules/acting.ts';
import { deletionRequested } from './deletion-requested.ts';

export const deleteTopic = defineCommand({
  name: 'delete-topic',
  input: z.object({ channelId: idNamed(ChannelId), topic: z.string() }),
  refusals: ['administrator-required', 'channel-id-unknown'],
  stream: (_input, realmId) => logStream.topics(realmId),
  decide(state, { channelId, topic }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const userId = actor as UserId;
    const channel = openChannel(state.channels, channelId);
    const isOpen = channel && !channel.inviteOnly && !isGuest(accountOf(state, actor));
    if (!channel || !(isOpen || isSubscribed(state.memberships, channelId, userId)))
      return refuse({ code: 'channel-id-unknown' });
    const ids = readableInTopic(state, userId, { channelId, topic });
    const requested = deletionRequested({ channelId: channel.channelId, topic }, ids);
    const events = requested ? [requested] : [];
    return accept([{ stream: logStream.topics(realmId), events }], { count: ids.length });
  },
});
