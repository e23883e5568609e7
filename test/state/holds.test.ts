import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { factsBeforeDeletion, factsOfDeleted, HoldFinder, holdsOnPerson } from '../../src/state/holds.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { file, fileDeleted, linking, uploads } from '../support/file-writes.ts';
import { at, type Given, recorded, stateAfter } from '../support/given.ts';
import { deletionHeld, facts, held, heldDeletionsEnded, holdChanged, holdEnded } from '../support/hold-writes.ts';
import { organization, user } from '../support/organization.ts';
import {
  between,
  deletes,
  edits,
  inTopic,
  joins,
  leaves,
  moves,
  opened,
  sends,
  submessaged,
  text,
} from '../support/past-events.ts';

const place = inTopic(1, 'x');
const past = [...organization(), opened(1, 'general', [1, 3]), opened(2, 'other', [1])];
const stateOf = (...events: Given[]) => stateAfter([...past, ...events]);
const holdsAfter = (...events: Given[]) => stateOf(...events).holds;
/** A deletion with more in it than `deletes` says. */
const deletion = (event: Given, more: Partial<DataOf<'MessageDeleted'>>): Given => ({
  ...event,
  event: { ...event.event, data: { ...event.event.data, ...more } } as Given['event'],
});

describe('legal holds in the state', () => {
  it('are the active ones, with their newest change; ids are not used again', () => {
    const { byId, holdIdMax } = holdsAfter(held(2, { users: [3] }), held(1, { channels: [1] }), holdEnded(1));
    expect([...byId.keys()]).to.deep.equal([2]);
    expect(holdIdMax).to.equal(2);
    const [changed] = holdsAfter(held(1, { users: [3] }), holdChanged(1, { since: 7 })).byId.values();
    expect(changed).to.include({ holdId: 1, name: 'Case 1', since: 7, until: null });
    expect(changed).to.deep.include({ userIds: [3] });
    expect(changed).not.to.have.any.keys('reason');
    expect(changed?.eventId).to.be.a('string');
    expect(holdsAfter(holdChanged(9, { since: 7 })).byId.size).to.equal(0);
  });

  it('on a person are those that name them', () => {
    const holds = holdsAfter(held(1, { users: [3] }), held(2, { users: [4, 3] }), held(3, { channels: [1] }));
    expect(holdsOnPerson(holds, user(3))).to.deep.equal([1, 2]);
    expect(holdsOnPerson(holds, user(1))).to.deep.equal([]);
  });
});

describe('a message falls under a legal hold', () => {
  const over = (message: Parameters<HoldFinder['over']>[0], ...events: Given[]) =>
    new HoldFinder(stateOf(...events)).over(message);

  it('on its sender, on the users whom it addresses, and on a stream in which it was', () => {
    const all = [held(1, { users: [3] }), held(2, { users: [4] }), held(3, { channels: [2] })];
    expect(over(facts(7, 3), ...all)).to.deep.equal([1]);
    expect(over(facts(7, 1, { addressed: [2, 4] }), ...all)).to.deep.equal([2]);
    expect(over(facts(7, 1, { stoodIn: [1, 2] }), ...all, leaves(1, 3))).to.deep.equal([3]);
    expect(over(facts(7, 1, { stoodIn: [9] }), ...all)).to.deep.equal([]);
    expect(over(facts(7, 1), ...all)).to.deep.equal([]);
  });

  it('on a user who was subscribed to its stream when it was sent', () => {
    const all = [held(1, { users: [4] }), sends(5, 1, place), joins(1, 4), sends(6, 1, place), leaves(1, 4)];
    const finder = new HoldFinder(stateOf(...all, sends(7, 1, place)));
    const holdsOf = (id: number, stoodIn: number[]) => finder.over(facts(id, 1, { stoodIn }));
    expect([5, 6, 7].map((id) => holdsOf(id, [1]))).to.deep.equal([[], [1], []]);
    // It was sent in the first of them.
    expect([holdsOf(6, [1, 2]), holdsOf(6, [2, 1])]).to.deep.equal([[1], []]);
    expect(over(facts(6, 1, { stoodIn: [1] }), held(2, { channels: [2] }), sends(6, 1, place))).to.deep.equal([]);
  });

  it('from its beginning on, and before its end', () => {
    const hold = held(1, { users: [3], since: 10, until: 20 });
    const covered = [9, 10, 19, 20].map((sentAt) => over(facts(7, 3, { sentAt }), hold).length);
    expect(covered).to.deep.equal([0, 1, 1, 0]);
    expect(over(facts(7, 3, { sentAt: 5 }), held(1, { users: [3], until: 20 }))).to.deep.equal([1]);
    expect(over(facts(7, 3, { sentAt: 50 }), held(1, { users: [3], since: 10 }))).to.deep.equal([1]);
  });
});

describe('a file falls under a legal hold', () => {
  const isHeld = (id: number, ...events: Given[]) => {
    const state = stateOf(...events);
    const found = state.files.byId.get(file(id));
    return found && new HoldFinder(state).isFileHeld(found, state.files);
  };

  it('on its uploader then', () => {
    const hold = held(1, { users: [3], since: 10 });
    expect(isHeld(1, hold, at(uploads(1, 3), 10))).to.equal(true);
    expect(isHeld(1, hold, at(uploads(1, 3), 9))).to.equal(false);
    expect(isHeld(1, hold, at(uploads(1, 1), 10))).to.equal(false);
  });

  it('that covers a message which shares it, or which shared it and is deleted', () => {
    const shared = [uploads(1, 1), sends(7, 1, between(1, 2), linking(1))];
    expect(isHeld(1, ...shared, held(1, { users: [2] }))).to.equal(true);
    expect(isHeld(1, ...shared, held(1, { users: [4] }))).to.equal(false);
    const mentioning = text('files', { uploads: [file(1)], mentioned: [user(4)] });
    expect(isHeld(1, uploads(1, 1), sends(7, 1, place, mentioning), held(1, { users: [4] }))).to.equal(true);
    const moved = [uploads(1, 1), sends(7, 1, place, linking(1)), moves(7, { channel: 1, topic: 'x' }, onward)];
    expect(isHeld(1, ...moved, held(1, { channels: [2] }))).to.equal(true);
    expect(isHeld(1, uploads(1, 1), deletionHeld(facts(7, 1), [1]))).to.equal(true);
  });
  const onward = { channel: 2, topic: 'x' };

  it('and is kept, out of reach, when it is deleted', () => {
    const state = stateOf(held(1, { users: [3] }), uploads(1, 3), uploads(2, 1), fileDeleted(1, 3), fileDeleted(2, 1));
    expect([...state.files.held.keys()]).to.deep.equal([1]);
    expect(state.files.byId.size).to.equal(0);
  });
});

describe('deleted messages that are held', () => {
  const hold = held(1, { users: [3] });

  it('are kept with their known facts, if a hold covers them', () => {
    const { deleted } = holdsAfter(hold, sends(7, 3, place), deletes(7, 3, place));
    expect([...deleted.values()]).to.deep.equal([
      { ...facts(7, 3, { sentAt: 1, stoodIn: [1] }), uploads: [], topic: 'x' },
    ]);
    const inPrivate = holdsAfter(hold, sends(7, 1, between(1, 3)), deletes(7, 1, between(1, 3), [4]));
    expect([...inPrivate.deleted.values()]).to.deep.equal([
      { ...facts(7, 1, { sentAt: 1, addressed: [1, 3] }), uploads: [4] },
    ]);
  });

  it('are known by the streams in which they were and by the users whom they addressed', () => {
    const left = deletion(deletes(7, 1, place), { leftChannels: [2 as never, 1 as never] });
    const [stood] = holdsAfter(held(1, { channels: [2] }), left).deleted.values();
    expect(stood?.stoodIn).to.deep.equal([2, 1]);
    const mentioning = text('files', { uploads: [file(1)], mentioned: [user(4)] });
    const beginning = [uploads(1, 1), sends(7, 1, place, mentioning)];
    const [addressed] = holdsAfter(held(1, { users: [4] }), ...beginning, deletes(7, 1, place, [1])).deleted.values();
    expect(addressed).to.deep.include({ addressed: [4], uploads: [1] });
  });

  it('are none if no hold covers them, and none that are erased', () => {
    expect(holdsAfter(deletes(7, 3, place)).deleted.size).to.equal(0);
    expect(holdsAfter(held(1, { users: [4] }), deletes(7, 3, place)).deleted.size).to.equal(0);
    expect(holdsAfter(hold, deletion(deletes(7, 3, place), { erased: true })).deleted.size).to.equal(0);
  });

  it('stay when that is recorded, with their topic, until they are released', () => {
    const kept = [hold, deletes(7, 3, place, [1]), deletionHeld(facts(7, 3), [1])];
    const holds = holdsAfter(...kept);
    expect([...holds.deleted.values()]).to.deep.equal([{ ...facts(7, 3), uploads: [1], topic: 'x', onRecord: true }]);
    expect([...holds.uploads]).to.deep.equal([[1, 1]]);
    expect(holdsAfter(deletionHeld(facts(7, 3))).deleted.get(7 as never)).not.to.have.property('topic');
    const gone = holdsAfter(...kept, heldDeletionsEnded([7]));
    expect([gone.deleted.size, gone.uploads.size]).to.deep.equal([0, 0]);
  });

  it('keep a file as long as one of them shared it', () => {
    const two = [deletionHeld(facts(7, 3), [1, 2]), deletionHeld(facts(8, 3), [1])];
    expect([...holdsAfter(...two).uploads]).to.deep.equal([
      [1, 2],
      [2, 1],
    ]);
    expect([...holdsAfter(...two, heldDeletionsEnded([7])).uploads]).to.deep.equal([[1, 1]]);
    expect([...holdsAfter(...two, heldDeletionsEnded([9])).uploads]).to.have.length(2);
  });
});

describe('the known facts of a deleted message', () => {
  const factsAfter = (last: Given, ...events: Given[]) =>
    factsOfDeleted(foldAggregate(factsBeforeDeletion, recorded(events)), last.event.data as DataOf<'MessageDeleted'>);

  it('are every stream in which it was, and everybody whom a version of it mentions or who added to it', () => {
    const mentioning = (...ids: number[]) => text('hello', { mentioned: ids.map(user) });
    const sent = sends(7, 1, place, mentioning(5), { alsoTo: [8] });
    const edited = edits(7, 1, place, mentioning(4), 'hello');
    const last = deletion(deletes(7, 1, inTopic(2, 'x')), { leftChannels: [1 as never, 3 as never] });
    expect(factsAfter(last, sent, edited, submessaged(7, 1, 2, place))).to.deep.equal(
      facts(7, 1, { sentAt: 1, addressed: [2, 4, 5, 8], stoodIn: [1, 3, 2] }),
    );
  });

  it('are the participants of a private one', () => {
    const talk = between(1, 3);
    expect(factsAfter(deletes(7, 1, talk), sends(7, 1, talk))).to.deep.equal(
      facts(7, 1, { sentAt: 1, addressed: [1, 3] }),
    );
  });

  it('are missing if its earlier events are gone', () => {
    expect(factsAfter(deletes(7, 1, place))).to.equal(undefined);
  });
});
