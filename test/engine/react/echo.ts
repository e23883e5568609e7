/** A small organization, and a policy whose actions can be seen. */
import type { Policy } from '../../../src/define/policy.ts';
import { decode } from '../../../src/engine/follow/decode.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { UserId } from '../../../src/vocabulary/ids.ts';
import type { TestEngine } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';

export const beginning = [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];

/** Answers each message of a person with a message of the service. */
export const echo: Policy<RealmState> = {
  name: 'echo',
  awaited: true,
  on: { MessageSent: (event) => (event.metadata.actor === null ? [] : ['']) },
  plan: {
    MessageSent: (event, _subject, _state, generate) => [
      {
        command: 'send-notice',
        input: {
          messageId: generate.messageId(),
          senderId: UserId.parse(1),
          place: event.data.place,
          content: `echo of ${event.data.messageId}`,
        },
      },
    ],
  },
};

/** The texts of all messages, in the order of the log. */
export async function sentTexts({ log }: TestEngine): Promise<string[]> {
  const contents: string[] = [];
  for await (const stored of log.readAll(0, ['message-'])) {
    const event = decode(stored);
    if (event?.type === 'MessageSent') contents.push(event.data.text.content);
  }
  return contents;
}

/** Resolves when it is so. The actions of policies are carried out within turns of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
