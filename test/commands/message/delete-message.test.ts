import { expect } from 'chai';
import { deleteMessage } from '../../../commands/message/delete-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf, DomainEvent } from '../../../src/vocabulary/events/index.ts';
import type { EventId, FileId, MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { between, edits, inTopic, moves, opened, sends, submessaged, text } from '../../support/past-events.ts';
import { settingsChanged } from '../../support/writes.ts';

const base = [...organization(), opened(1, 'Plans', [1, 3]), opened(2, 'secret', [3], { inviteOnly: true })];
const lunch = inTopic(1, 'Lunch');
const messageId = 10 as MessageId;
const past = [...base, sends(10, 3, lunch, 'Soup', { at: 5_000 })];
const asks = askingFor(deleteMessage, past);
const eventId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as EventId;
const leaf = (number: number, type: string, at: number, actor: number) => ({
  v: 2 as const,
  id: eventId(number),
  stream: logStream.message(realmId, messageId),
  type,
  schema: 1,
  at,
  actor: user(actor),
  commit: `commitment of ${eventId(number)}`,
});
const deleted = (data: Partial<DataOf<'MessageDeleted'>> = {}): Append =>
  appends(logStream.message(realmId, messageId), 'MessageDeleted', {
    messageId,
    senderId: user(3),
    place: lunch,
    sentAt: 5_000,
    leaves: [leaf(past.length, 'MessageSent', 5_000, 3)],
    ...data,
  });

describeCommand(deleteMessage, () => {
  it('is done by administrators, and keeps a commitment to each event that it removes', () => {
    for (const actor of [1, 2]) asks(actor, { messageId }).thenHappens(deleted());
    asks(1, { messageId }, edits(10, 3, lunch, 'Stew', 'Soup', { at: 6_000 })).thenHappens(
      deleted({
        leaves: [leaf(past.length, 'MessageSent', 5_000, 3), leaf(past.length + 1, 'MessageEdited', 6_000, 3)],
      }),
    );
  });

  it('names the bots that got the message through a mention, so that they are notified', () => {
    given([...base, sends(10, 3, lunch, 'Soup', { at: 5_000, alsoTo: [6] })])
      .when(deleteMessage, { messageId }, { actor: 1 })
      .thenHappens(deleted({ alsoTo: [user(6)] }));
  });

  it('is one event that the log accepts, however often the message was changed', () => {
    const changes = Array.from({ length: limits.messageEditsMax }, (_, at) =>
      edits(10, 3, lunch, `v${at + 1}`, `v${at}`),
    );
    const additions = Array.from({ length: limits.submessagesPerMessageMax }, (_, at) =>
      submessaged(10, at + 1, 3, lunch),
    );
    const { decision } = asks(1, { messageId }, changes, additions);
    const [event] = decision.ok ? (decision.appends[0]?.events ?? []) : [];
    expect((event as DomainEvent<'MessageDeleted'>).data.leaves).to.have.length(1 + changes.length + additions.length);
    // Half of it is reserved for the places of the message, its files and its metadata.
    expect(Buffer.byteLength(JSON.stringify(event))).to.be.below(limits.eventBytesMax / 2);
  });

  it('names the files that any version of the message shared, each once', () => {
    const linking = (...ids: number[]) => text('files', { uploads: ids as FileId[] });
    const sent = sends(10, 3, lunch, linking(7, 12), { at: 5_000 });
    const versions = [edits(10, 3, lunch, linking(5, 7), 'files'), edits(10, 3, lunch, 'none', 'files')];
    const { decision } = given(base, sent, versions, submessaged(10, 1, 3, lunch)).when(
      deleteMessage,
      { messageId },
      { actor: 1 },
    );
    const [event] = decision.ok ? (decision.appends[0]?.events ?? []) : [];
    expect((event as DomainEvent<'MessageDeleted'>).data.uploads).to.deep.equal([5, 7, 12]);
  });

  it('records the last place of the message', () => {
    asks(1, { messageId }, moves(10, { channel: 1, topic: 'Lunch' }, { channel: 1, topic: 'Dinner' })).thenHappens(
      deleted({ place: inTopic(1, 'Dinner') }),
    );
  });

  it('is refused to other people, the sender included', () => {
    for (const actor of [3, 6]) asks(actor, { messageId }).thenRefused('delete-not-permitted');
  });

  it('is allowed to the sender if the organization allows it, before the time limit', () => {
    const allowed = (limit: number) =>
      settingsChanged({ allow_message_deleting: true, message_content_delete_limit_seconds: limit });
    const deleting = (limit: number, actor: number, now: number) => asks({ actor, now }, { messageId }, allowed(limit));
    deleting(60, 3, 65_000).thenHappens(deleted());
    deleting(60, 3, 65_001).thenRefused('delete-too-late');
    deleting(0, 3, 5_000_000_000).thenHappens(deleted());
    deleting(60, 1, 5_000_000_000).thenHappens(deleted());
    deleting(60, 6, 5_001).thenRefused('delete-not-permitted');
  });

  it('finds nothing the second time', () => {
    asks(1, { messageId }).andThen().when(deleteMessage, { messageId }, { actor: 1 }).thenRefused('message-missing');
  });

  it('refuses a message that was never sent, and one that the administrator cannot reach', () => {
    asks(1, { messageId: 11 as MessageId }).thenRefused('message-missing');
    for (const place of [between(2, 3), inTopic(2, 'Plot')])
      given(base, sends(10, 3, place))
        .when(deleteMessage, { messageId }, { actor: 1 })
        .thenRefused('message-missing');
  });

  it('deletes private messages of which the administrator is a participant', () => {
    given(base, sends(10, 3, between(1, 3), 'Soup', { at: 5_000 }))
      .when(deleteMessage, { messageId }, { actor: 1 })
      .thenHappens(deleted({ place: between(1, 3) }));
  });
});
