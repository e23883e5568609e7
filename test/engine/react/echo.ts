/** A small organization, and a policy whose actions can be seen. */
import type { Policy } from '../../../src/define/policy.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';

export const beginning = [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];

/** Answers each message of a person with a message of the service. */
export const echo: Policy<RealmState> = {
  name: 'echo',
  awaited: true,
  on: { MessageSent: (event) => (event.metadata.actor === null ? [] : ['']) },
  plan: {
    MessageSent: (event, _subject, _state, mint) => [
      {
        command: 'send-notice',
        input: {
          messageId: mint.messageId(),
          senderId: 1,
          place: event.data.place,
          content: `echo of ${event.data.messageId}`,
        },
      },
    ],
  },
};

/** Resolves when it is so. The actions of policies are carried out within turns of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
