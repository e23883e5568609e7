/**
 * The notice to the author of a scheduled message that could not be sent. It contains the author's text, because the text is stored nowhere
 * else.
 */
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { fullNameOf } from '../../src/state/people.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';

type Scheduled = DataOf<'MessageScheduled'>;

const reasons: Readonly<Record<string, string>> = {
  'sender-deactivated': 'your account was deactivated',
  'channel-unknown': 'the stream is archived, or you can no longer see it',
  'recipient-deactivated': 'an account that it is for was deactivated',
  'private-messages-disabled': 'private messages are disabled in this organization',
};

const namedMax = 10;

export function notSentNotice(state: RealmState, scheduled: Scheduled, obstacle: string): string {
  const { deliverAt, content } = scheduled;
  const reason = reasons[obstacle] ?? 'you may no longer send messages there';
  const time = new Date(deliverAt).toISOString();
  const fence = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `Your message ${whereTo(state, scheduled)} for <time:${time}> was not sent: ${reason}. It was:\n\n${fence}text\n${content}\n${fence}`;
}

function whereTo(state: RealmState, { place, senderId }: Scheduled): string {
  if (place.kind === 'channel') {
    const channel = knownChannel(state, senderId, place.channelId);
    return channel ? `to #**${channel.name}>${place.topic}**` : 'to a stream';
  }
  const others = place.userIds.filter((userId) => userId !== senderId);
  if (others.length === 0) return 'to yourself';
  const names = others.slice(0, namedMax).map((userId) => `@_**${fullNameOf(state, userId)}|${userId}**`);
  return `to ${names.join(', ')}${others.length > namedMax ? ` and ${others.length - namedMax} others` : ''}`;
}
