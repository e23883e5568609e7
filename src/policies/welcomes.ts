/**
 * The Welcome Bot writes to each person who joins by an invitation or is made by somebody, once. Accounts that the service makes by itself,
 * with an organization or from the command line, are not greeted.
 */
import type { Planned, Policy } from '../define/policy.ts';
import { isActive } from '../state/directory.ts';
import { welcomeBot } from '../state/notification-bot.ts';
import type { RealmState } from '../state/realm-state.ts';
import { participants } from '../vocabulary/places.ts';

export const welcomes: Policy<RealmState> = {
  name: 'welcomes',
  awaited: true,
  on: {
    UserCreated: ({ data: { bot, invitationId }, metadata }, state) =>
      bot === null && (metadata.actor !== null || invitationId !== undefined) && welcomeBot(state) !== undefined
        ? ['']
        : [],
  },
  plan: {
    UserCreated({ data: { userId } }, _subject, state, mint): Planned[] {
      const senderId = welcomeBot(state);
      if (senderId === undefined || !isActive(state.directory, userId)) return [];
      const place = { kind: 'private', userIds: participants([senderId, userId]) } as const;
      return [{ command: 'send-notice', input: { messageId: mint.messageId(), senderId, place, content: greeting } }];
    },
  },
};

const greeting = [
  'Hello, and welcome!',
  'This is a private message from me, the Welcome Bot. Here is how to begin:',
  '* Messages in a stream have a topic, so that each conversation can be followed by itself.\n* Streams that you are not subscribed to can be joined at any time, where they are public.\n* Private messages like this one go to one or more people, and nobody else reads them.',
].join('\n\n');
