/**
 * When streams are made, announced or joined on somebody's behalf, the Notification Bot says so (api-facts §6.1). The words are in
 * the log before the call that caused them is answered (§0.2a).
 */
import type { Planned, Policy } from '../define/policy.ts';
import { openChannel } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { type ChannelId, type MessageId, UserId } from '../vocabulary/ids.ts';
import { type Place, participants } from '../vocabulary/places.ts';
import { notificationBot } from './notification-bot.ts';

type Notice = { readonly place: Place; readonly content: string };

export const announcements: Policy<RealmState> = {
  name: 'announcements',
  awaited: true,
  on: {
    // A lane for each of them: a request may make hundreds, and waits for what is said in all.
    ChannelCreated: ({ data }, state) =>
      data.creatorId !== null && notificationBot(state) !== undefined ? [String(data.channelId)] : [],
    AnnouncementRequested: ({ metadata }, state) =>
      metadata.actor !== null && notificationBot(state) !== undefined && state.realm.notificationsChannelId !== null
        ? ['']
        : [],
    // One act for each of them: what one is told does not wait for what the others are told.
    SubscribersAdded: ({ data, metadata }, state) =>
      metadata.actor !== null && notificationBot(state) !== undefined
        ? (data.notify ?? []).flatMap(({ userIds }) => userIds.map(String))
        : [],
  },
  plan(event, subject, state, mint): Planned[] {
    const senderId = notificationBot(state);
    if (senderId === undefined) return [];
    const notice = noticeOf(event, subject, state, senderId);
    return notice ? [said(notice, senderId, mint.messageId())] : [];
  },
};

const said = ({ place, content }: Notice, senderId: UserId, messageId: MessageId): Planned => ({
  command: 'send-notice',
  input: { messageId, senderId, place, content },
});

function noticeOf(event: Recorded, subject: string, state: RealmState, senderId: UserId): Notice | undefined {
  switch (event.type) {
    case 'ChannelCreated':
      if (event.data.creatorId === null) return undefined;
      return inChannel(
        state,
        event.data.channelId,
        'stream events',
        `Stream created by ${silentMention(state, event.data.creatorId)}.`,
      );
    case 'AnnouncementRequested':
      if (event.metadata.actor === null) return undefined;
      return inChannel(
        state,
        state.realm.notificationsChannelId,
        'new streams',
        announcement(silentMention(state, event.metadata.actor), linksTo(state, event.data.channelIds)),
      );
    case 'SubscribersAdded': {
      const userId = UserId.parse(Number(subject));
      const channelIds = event.data.notify?.find(({ userIds }) => userIds.includes(userId))?.channelIds ?? [];
      if (event.metadata.actor === null || channelIds.length === 0) return undefined;
      return {
        place: { kind: 'private', userIds: participants([senderId, userId]) },
        content: subscribedBy(`@**${nameOf(state, event.metadata.actor)}**`, linksTo(state, channelIds)),
      };
    }
    default:
      return undefined;
  }
}

/** Nothing where the stream is no more. */
const inChannel = (
  state: RealmState,
  channelId: ChannelId | null,
  topic: string,
  content: string,
): Notice | undefined =>
  channelId !== null && openChannel(state.channels, channelId)
    ? { place: { kind: 'channel', channelId, topic }, content }
    : undefined;

const announcement = (who: string, links: readonly string[]): string =>
  links.length === 1
    ? `${who} created a new stream ${links.join('')}.`
    : `${who} created the following streams: ${links.join(', ')}.`;

const subscribedBy = (who: string, links: readonly string[]): string =>
  links.length === 1
    ? `${who} subscribed you to the stream ${links.join('')}.`
    : `${who} subscribed you to the following streams:\n\n${links.map((link) => `* ${link}`).join('\n')}`;

const linksTo = (state: RealmState, channelIds: readonly ChannelId[]): string[] =>
  channelIds.map((channelId) => `#**${state.channels.byId.get(channelId)?.name ?? ''}**`);

const silentMention = (state: RealmState, userId: UserId): string => `@_**${nameOf(state, userId)}|${userId}**`;

const nameOf = (state: RealmState, userId: UserId): string => state.people.byId.get(userId)?.fullName ?? '';
