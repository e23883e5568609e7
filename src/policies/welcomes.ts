/**
 * The Welcome Bot writes to each person who joins by an invitation or is added by somebody, and answers the first message that the person
 * sends to it. It does each of these once. Accounts that the service creates itself, with an organization or from the command line, are not
 * greeted.
 */
import type { Planned } from '../define/planned.ts';
import type { Policy } from '../define/policy.ts';
import { isActive } from '../state/directory.ts';
import { welcomeBot } from '../state/notification-bot.ts';
import { preferencesOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { MessageId, UserId } from '../vocabulary/ids.ts';
import { type Place, participants } from '../vocabulary/places.ts';

export const welcomes: Policy<RealmState> = {
  name: 'welcomes',
  awaited: true,
  on: {
    UserCreated: ({ data: { userId, bot, invitationId }, metadata }, state) =>
      bot === null && (metadata.actor !== null || invitationId !== undefined) && welcomeBot(state) !== undefined
        ? [String(userId)]
        : [],
    MessageSent: ({ data: { senderId, place } }, state) =>
      isToWelcomeBot(state, senderId, place) && isUnanswered(state, senderId) ? [String(senderId)] : [],
  },
  // Actions on one person are planned one after the other, so that two messages in a row get one answer.
  plan: {
    UserCreated: ({ data: { userId } }, _subject, state, generate) =>
      isActive(state.directory, userId) ? privateNotice(state, userId, greeting, generate) : [],
    MessageSent: ({ data: { senderId: userId } }, _subject, state, generate) =>
      isUnanswered(state, userId) && isActive(state.directory, userId)
        ? [{ command: 'record-welcome-answer', input: { userId } }, ...privateNotice(state, userId, answer, generate)]
        : [],
  },
};

/** Whether a person writes only to the bot. */
function isToWelcomeBot(state: RealmState, senderId: UserId, place: Place): boolean {
  if (place.kind !== 'private' || place.userIds.length !== 2) return false;
  const { accounts } = state.directory;
  const other = place.userIds.find((id) => id !== senderId);
  if (accounts.get(senderId)?.bot !== null || other === undefined || accounts.get(other)?.bot?.ownerId !== null)
    return false;
  return other === welcomeBot(state);
}

const isUnanswered = ({ preferences }: RealmState, userId: UserId): boolean =>
  preferencesOf(preferences, userId).welcomeAnswered === undefined;

function privateNotice(
  state: RealmState,
  userId: UserId,
  content: string,
  generate: { messageId(): MessageId },
): Planned[] {
  const senderId = welcomeBot(state);
  if (senderId === undefined) return [];
  const place = { kind: 'private', userIds: participants([senderId, userId]) } as const;
  return [{ command: 'send-notice', input: { messageId: generate.messageId(), senderId, place, content } }];
}

const greeting = [
  'Hello, and welcome!',
  'This is a private message from me, the Welcome Bot. Here is how to begin:',
  '* Messages in a stream have a topic, so that each conversation can be followed by itself.\n* Streams that you are not subscribed to can be joined at any time, where they are public.\n* Private messages like this one go to one or more people, and nobody else reads them.',
  'Try it: answer me here.',
].join('\n\n');

const answer = [
  'Congratulations on your first reply! :tada:',
  'Here you can try out whatever you like: nobody else reads it. When you are ready, look at the streams, and say hello in one of them.',
].join('\n\n');
