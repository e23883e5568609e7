/** When messages move to another stream, the Notification Bot says so in the old place and in the new (api-facts §4.4). */
import type { Planned, Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId } from '../vocabulary/ids.ts';
import { notificationBot } from './notification-bot.ts';

const isMove = (event: Recorded): event is Recorded<'TopicMoved'> => event.type === 'TopicMoved';

export const moveNotices: Policy<RealmState> = {
  name: 'move-notices',
  awaited: true,
  on: { TopicMoved: (event) => (event.data.noticeOld || event.data.noticeNew ? [''] : []) },
  plan(event, _subject, state, mint): Planned[] {
    const senderId = notificationBot(state);
    if (!isMove(event) || senderId === undefined || event.metadata.actor === null) return [];
    const { channelId, topic, to, noticeOld, noticeNew } = event.data;
    const mover = `@_**${state.people.byId.get(event.metadata.actor)?.fullName ?? ''}|${event.metadata.actor}**`;
    const say = (channel: ChannelId, inTopic: string, content: string): Planned => ({
      command: 'send-notice',
      input: {
        messageId: mint.messageId(),
        senderId,
        place: { kind: 'channel', channelId: channel, topic: inTopic },
        content,
      },
    });
    const link = (channel: ChannelId, inTopic: string): string =>
      `#**${state.channels.byId.get(channel)?.name ?? ''}>${inTopic}**`;
    return [
      ...(noticeNew
        ? [say(to.channelId, to.topic, `This topic was moved here from ${link(channelId, topic)} by ${mover}`)]
        : []),
      ...(noticeOld
        ? [say(channelId, topic, `This topic was moved by ${mover} to ${link(to.channelId, to.topic)}`)]
        : []),
    ];
  },
};
