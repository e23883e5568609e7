/** The event of a message's deletion. It contains what the ledger keeps of the removed events. */
import type { Context } from '../../src/define/command.ts';
import type { Message, MessageHistory } from '../../src/state/message.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { currentPlace } from '../../src/state/topics.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import type { DomainEvent, Recorded } from '../../src/vocabulary/events/index.ts';
import type { FileId } from '../../src/vocabulary/ids.ts';

export function messageDeleted(
  state: RealmState,
  { messageId, senderId, sentTo, sentAt, alsoTo }: Extract<Message, { status: 'sent' }>,
  events: MessageHistory['events'],
  leafOf: Context['leafOf'],
): DomainEvent<'MessageDeleted'> {
  const leaves = events.map(leafOf);
  const uploads = sharedIn(events);
  const place = currentPlace(state.topics, messageId, sentTo);
  const leftChannels = state.topics.left.get(messageId);
  return {
    type: 'MessageDeleted',
    data: {
      messageId,
      senderId,
      place,
      sentAt,
      ...(alsoTo.length > 0 && { alsoTo: [...alsoTo] }),
      ...(uploads.length > 0 && { uploads }),
      ...(leftChannels && { leftChannels: [...leftChannels] }),
      leaves,
    },
  };
}

/** The uploaded files that any version of the message shared. */
function sharedIn(events: readonly Recorded[]): FileId[] {
  const shared = events.flatMap((event) =>
    event.type === 'MessageSent' || event.type === 'MessageEdited' ? (event.data.text.uploads ?? []) : [],
  );
  return ascending(shared);
}
