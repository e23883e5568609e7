/**
 * The service itself unsubscribes users from an archived stream whom another process subscribed at the moment when it was archived.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { idsOf } from '../../src/state/channel-members.ts';
import { isArchived } from '../../src/state/channels.ts';
import { membersOf } from '../../src/state/memberships.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { ChannelId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const leaveArchivedChannel = defineCommand({
  name: 'leave-archived-channel',
  input: z.object({ channelId: ChannelId }),
  refusals: [],
  stream: ({ channelId }, realmId) => logStream.channel(realmId, channelId),
  decide({ channels, memberships }, { channelId }, { realmId }) {
    const leaving = isArchived(channels, channelId) ? idsOf(membersOf(memberships, channelId)) : [];
    const events = inParts(leaving).map(
      (userIds): DomainEvent => ({ type: 'SubscribersRemoved', data: { channelId, userIds } }),
    );
    return accept([{ stream: logStream.channel(realmId, channelId), events }], {});
  },
});
