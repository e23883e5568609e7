/**
 * The Notification Bot announces new streams and new names of streams, and notifies users who were subscribed by someone else. The messages
 * are in the log before the request that caused them is answered.
 */
import type { Planned } from '../define/planned.ts';
import type { Policy } from '../define/policy.ts';
import { openChannel } from '../state/channels.ts';
import { notificationBot } from '../state/notification-bot.ts';
import { fullNameOf } from '../state/people.ts';
import type { RealmState } from '../state/realm-state.ts';
import { type ChannelId, UserId } from '../vocabulary/ids.ts';
import { participants } from '../vocabulary/places.ts';
import { linkTo, notice, silentMention, withoutAsterisks } from './notification-bot.ts';

export const announcements: Policy<RealmState> = {
  name: 'announcements',
  awaited: true,
  // Each stream and each subscribed user is a subject, because one request may name hundreds and waits for all of their messages.
  on: {
    ChannelCreated: ({ data }, state) =>
      data.creatorId !== null && canAnnounce(state) ? [String(data.channelId)] : [],
    ChannelRenamed: ({ metadata }, state) => (metadata.actor !== null && canAnnounce(state) ? [''] : []),
    UserCreated: ({ data }, state) =>
      data.bot === null && canAnnounce(state) && state.realm.signupsChannelId !== null ? [''] : [],
    AnnouncementRequested: ({ metadata }, state) =>
      metadata.actor !== null && canAnnounce(state) && state.realm.notificationsChannelId !== null ? [''] : [],
    SubscribersAdded: ({ data, metadata }, state) =>
      metadata.actor !== null && canAnnounce(state)
        ? (data.notify ?? []).flatMap(({ userIds }) => userIds.map(String))
        : [],
  },
  plan: {
    ChannelCreated({ data: { channelId, creatorId } }, _subject, state, generate): Planned[] {
      if (creatorId === null || !openChannel(state.channels, channelId)) return [];
      const content = `Stream created by ${silentMention(state, creatorId)}.`;
      const place = { kind: 'channel', channelId, topic: streamEvents } as const;
      return notice(state, generate, { place, writer: creatorId, content, readBy: creatorId });
    },
    ChannelRenamed({ data: { channelId, name, previousName }, metadata }, _subject, state, generate): Planned[] {
      if (metadata.actor === null || !openChannel(state.channels, channelId)) return [];
      const content = `${silentMention(state, metadata.actor)} renamed stream **${withoutAsterisks(previousName)}** to **${withoutAsterisks(name)}**.`;
      const place = { kind: 'channel', channelId, topic: streamEvents } as const;
      return notice(state, generate, { place, writer: metadata.actor, content });
    },
    UserCreated({ data: { userId } }, _subject, state, generate): Planned[] {
      const channelId = state.realm.signupsChannelId;
      if (channelId === null || !openChannel(state.channels, channelId)) return [];
      const content = `${silentMention(state, userId)} just signed up for Zulip. (total: ${activePeople(state)})`;
      const place = { kind: 'channel', channelId, topic: 'signups' } as const;
      return notice(state, generate, { place, writer: userId, content });
    },
    AnnouncementRequested({ data, metadata }, _subject, state, generate): Planned[] {
      const channelId = state.realm.notificationsChannelId;
      if (metadata.actor === null || channelId === null || !openChannel(state.channels, channelId)) return [];
      const content = announcement(silentMention(state, metadata.actor), linksTo(state, data.channelIds));
      const place = { kind: 'channel', channelId, topic: 'new streams' } as const;
      return notice(state, generate, { place, writer: metadata.actor, content, readBy: metadata.actor });
    },
    SubscribersAdded({ data, metadata }, subject, state, generate): Planned[] {
      const userId = UserId.parse(Number(subject));
      const senderId = notificationBot(state);
      const channelIds = data.notify?.find(({ userIds }) => userIds.includes(userId))?.channelIds ?? [];
      if (metadata.actor === null || senderId === undefined || channelIds.length === 0) return [];
      const content = subscribedBy(`@**${fullNameOf(state, metadata.actor)}**`, linksTo(state, channelIds));
      const place = { kind: 'private', userIds: participants([senderId, userId]) } as const;
      return notice(state, generate, { place, writer: metadata.actor, content });
    },
  },
};

const streamEvents = 'stream events';

function activePeople({ directory }: RealmState): number {
  let count = 0;
  for (const { active, bot } of directory.accounts.values()) if (active && bot === null) count += 1;
  return count;
}

const canAnnounce = (state: RealmState): boolean => notificationBot(state) !== undefined;

const announcement = (who: string, links: readonly string[]): string =>
  links.length === 1
    ? `${who} created a new stream ${links[0]}.`
    : `${who} created the following streams: ${links.join(', ')}.`;

const subscribedBy = (who: string, links: readonly string[]): string =>
  links.length === 1
    ? `${who} subscribed you to the stream ${links[0]}.`
    : `${who} subscribed you to the following streams:\n\n${links.map((link) => `* ${link}`).join('\n')}`;

const linksTo = (state: RealmState, channelIds: readonly ChannelId[]): string[] =>
  channelIds.map((channelId) => linkTo(state, channelId));
