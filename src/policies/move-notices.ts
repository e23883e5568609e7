/** After messages were moved, the Notification Bot posts a notice in the old and the new place, as the request specified. */
import type { Planned } from '../define/planned.ts';
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId } from '../vocabulary/ids.ts';
import { linkTo, notice, silentMention } from './notification-bot.ts';

export const moveNotices: Policy<RealmState> = {
  name: 'move-notices',
  awaited: true,
  on: { TopicMoved: ({ data }) => (data.noticeOld || data.noticeNew ? [''] : []) },
  plan: {
    TopicMoved({ data, metadata }, _subject, state, generate): Planned[] {
      if (metadata.actor === null) return [];
      const { channelId, topic, to, noticeOld, noticeNew } = data;
      const writer = metadata.actor;
      const mover = silentMention(state, writer);
      const say = (place: { channelId: ChannelId; topic: string }, content: string): Planned[] =>
        notice(state, generate, {
          place: { kind: 'channel', channelId: place.channelId, topic: place.topic },
          writer,
          content,
        });
      return [
        ...(noticeNew ? say(to, `This topic was moved here from ${linkTo(state, channelId, topic)} by ${mover}`) : []),
        ...(noticeOld
          ? say({ channelId, topic }, `This topic was moved by ${mover} to ${linkTo(state, to.channelId, to.topic)}`)
          : []),
      ];
    },
  },
};
