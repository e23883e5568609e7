import { expect } from 'chai';
import { without } from '../../src/feed/erase.ts';
import { feedOf, queueOf, summaries } from '../support/feed.ts';
import { fileDeleted, linking, pathIdOf, uploads } from '../support/file-writes.ts';
import { testNow } from '../support/given.ts';
import { deletes, edits, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';

const place = inTopic(1, 'lunch');
const past = [founded(), ...newUser(1), ...newUser(2), opened(1, 'general', [1, 2])];
const seenBy = (userId: number, before: typeof past, ...news: typeof past) => {
  const queue = queueOf(userId, { eventTypes: ['attachment'] });
  return feedOf([...past, ...before], news, [queue])
    .deliveredTo(queue)
    .map(({ id: _, type: __, ...fields }) => fields);
};

describe('client events about uploaded files', () => {
  it('are only for the owner', () => {
    const scope = { kind: 'users', userIds: [2] };
    expect(summaries(feedOf(past, [uploads(1, 2), fileDeleted(1, 2)]))).to.deep.equal([
      ['attachment add', scope],
      ['attachment remove', scope],
    ]);
    expect(seenBy(1, [uploads(1, 2)], sends(1, 1, place, linking(1)))).to.deep.equal([]);
  });

  it('are sent for an upload, for the messages that share it, and for its deletion', () => {
    const at = (given: (typeof past)[number], millis: number) => ({ ...given, metadata: { at: testNow + millis } });
    const news = [
      at(uploads(1, 2, { size: 7 }), 0),
      at(sends(1, 1, place, linking(1)), 1),
      edits(1, 1, place, linking(1), 'files'),
      deletes(1, 1, place, [1]),
      fileDeleted(1, 2),
    ];
    const attachment = {
      id: 1,
      name: 'file1.txt',
      path_id: pathIdOf(1),
      size: 7,
      create_time: testNow,
      messages: [] as object[],
    };
    const shared = { ...attachment, messages: [{ id: 1, date_sent: testNow + 1 }] };
    const seen = news.flatMap((one, at) => seenBy(2, news.slice(0, at), one));
    expect(seen).to.deep.equal([
      { op: 'add', attachment, upload_space_used: 7 },
      { op: 'update', attachment: shared, upload_space_used: 7 },
      { op: 'update', attachment, upload_space_used: 7 },
      { op: 'remove', attachment: { id: 1 }, upload_space_used: 0 },
    ]);
  });

  it('are sent for an edit that adds a file to the message, and for no other edit', () => {
    const before = [uploads(1, 2), uploads(2, 2), sends(1, 1, place, linking(1))];
    const seen = seenBy(2, before, edits(1, 1, place, linking(1, 2), 'files'));
    expect(seen.map(({ op, attachment }) => [op, (attachment as { id: number }).id])).to.deep.equal([['update', 2]]);
    expect(seenBy(2, before, edits(1, 1, place, linking(1, 9), 'files'))).to.deep.equal([]);
  });

  it('are not sent for a file that is gone', () => {
    expect(seenBy(2, [], sends(1, 1, place, linking(9)))).to.deep.equal([]);
    const served = feedOf(past, [uploads(1, 2), fileDeleted(1, 2)]).receivedBy(2);
    expect(served.map(({ op }) => op)).to.deep.equal(['remove']);
  });

  it('are removed when the file is erased', () => {
    const [added, removed] = feedOf(past, [uploads(1, 2), fileDeleted(1, 2)]).clientEvents;
    expect(added && without(added.clientEvent, 'file-1')).to.equal(undefined);
    expect(removed && without(removed.clientEvent, 'file-1')).to.equal(removed?.clientEvent);
  });

  it('that a message caused are removed with the message, and with the file', () => {
    const [shared] = feedOf([...past, uploads(1, 2)], [sends(7, 1, place, linking(1))]).clientEvents.filter(
      ({ clientEvent }) => clientEvent.type === 'attachment',
    );
    for (const erased of [7, 'file-1'] as const)
      expect(shared && without(shared.clientEvent, erased as never)).to.equal(undefined);
    expect(shared && without(shared.clientEvent, 8 as never)).to.equal(shared?.clientEvent);
  });
});
