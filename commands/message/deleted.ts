/** The event of a message that is deleted, with what the ledger keeps of the events that go. */
import type { Context } from '../../src/define/command.ts';
import type { Message, MessageHistory } from '../../src/state/message.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { currentPlace } from '../../src/state/topics.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';

export function messageDeleted(
  state: RealmState,
  { messageId, senderId, sentTo, sentAt }: Extract<Message, { status: 'sent' }>,
  events: MessageHistory['events'],
  commitmentOf: Context['commitmentOf'],
): DomainEvent<'MessageDeleted'> {
  const leaves = events.map((event) => ({
    eventId: event.id,
    kind: event.kind,
    type: event.type,
    at: event.metadata.at,
    actor: event.metadata.actor,
    commitment: commitmentOf(event).commitment,
  }));
  const place = currentPlace(state.topics, messageId, sentTo);
  return { type: 'MessageDeleted', data: { messageId, senderId, place, sentAt, leaves } };
}
