/** Messages of streams that somebody has left: what the viewer sees of them, and which of them count as read. */
import { expect } from 'chai';
import { type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { marksOf } from '../../src/queries/marks.ts';
import { flagsOf, isRead, reachableMessage, viewerOf } from '../../src/queries/visibility.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { at, type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { archived, between, edits, inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';
import { privacyChanged, roleChanged } from '../support/writes.ts';

const place = inTopic(1, 'x');
const viewAfter = (...past: Given[]): Promise<ReadView> => readAfter(organization(), past);
const sent = (id: number) => sends(id, 1, place);

async function message(view: ReadView, id: number): Promise<MessageDocument> {
  const found = await view.get(messages, messageDocumentId(realmId, id));
  if (!found) throw new Error(`no message ${id}`);
  return found;
}
/** The result of `ask` for message `id`, as user `asking` sees it. */
async function seenBy<T>(
  view: ReadView,
  asking: number,
  id: number,
  ask: (viewer: Parameters<typeof isRead>[0], message: MessageDocument) => T,
): Promise<T> {
  const [viewer, found] = [await viewerOf(view, realmId, user(asking), 'all'), await message(view, id)];
  return ask({ ...viewer, marks: await marksOf(view, viewer, [found]) }, found);
}

describe('queries/visibility, after leaving a stream', () => {
  describe('the streams whose messages are seen as they were then', () => {
    const left = async (asking: number, ...past: Given[]) => {
      const streams = [opened(1, 'a', [1, 3, 4, 6]), opened(2, 'b', [1, 3], { inviteOnly: true })];
      const viewer = await viewerOf(await viewAfter(...streams, ...past), realmId, user(asking), 'all');
      return [...viewer.left];
    };

    it('are private ones, with the moment of leaving', async () => {
      expect(await left(3, at(leaves(2, 3), 5))).to.deep.equal([[2, 5]]);
      expect(await left(1, at(leaves(2, 3), 5))).to.deep.equal([]);
      expect(await left(3, at(leaves(2, 3), 5), joins(2, 3))).to.deep.equal([]);
    });

    it('are public ones for guests alone', async () => {
      expect(await left(3, at(leaves(1, 3, 4), 5))).to.deep.equal([]);
      expect(await left(4, at(leaves(1, 3, 4), 5))).to.deep.equal([[1, 5]]);
    });

    it('are archived ones', async () => {
      expect(await left(3, at(archived(1, 'a'), 5))).to.deep.equal([[1, 5]]);
    });

    it('are shown as they were when they were closed to the user, if that was later', async () => {
      const leaving = at(leaves(1, 3), 5);
      expect(await left(3, leaving, at(privacyChanged(1, true), 6))).to.deep.equal([[1, 6]]);
      expect(await left(3, at(privacyChanged(1, true), 4), leaving)).to.deep.equal([[1, 5]]);
      expect(await left(3, leaving, at(archived(1, 'a'), 7))).to.deep.equal([[1, 7]]);
      expect(await left(3, leaving, at(roleChanged(3, 600, 400), 8))).to.deep.equal([[1, 8]]);
    });

    it('were closed to a guest, although the guest has become a member since', async () => {
      const [leaving, promoted] = [at(leaves(1, 4), 5), at(roleChanged(4, 400, 600), 8)];
      expect(await left(4, leaving, at(archived(1, 'a'), 7), promoted)).to.deep.equal([[1, 5]]);
      expect(await left(4, leaving, promoted, at(archived(1, 'a'), 9))).to.deep.equal([[1, 9]]);
      const [again, shut] = [at(roleChanged(4, 600, 400), 10), at(privacyChanged(1, true), 11)];
      expect(await left(4, leaving, promoted, again, shut, at(roleChanged(4, 400, 600), 12))).to.deep.equal([[1, 10]]);
      expect(await left(4, leaving, promoted)).to.deep.equal([]);
      const shutWhileGuest = at(privacyChanged(1, true), 7);
      expect(await left(4, leaving, shutWhileGuest, promoted, again)).to.deep.equal([[1, 5]]);
    });

    it('count as closed since the first of several reasons that hold now', async () => {
      const [leaving, shut] = [at(leaves(1, 3), 5), at(privacyChanged(1, true), 6)];
      expect(await left(3, leaving, shut, at(archived(1, 'a'), 7))).to.deep.equal([[1, 6]]);
      expect(await left(3, leaving, shut, at(roleChanged(3, 600, 400), 8))).to.deep.equal([[1, 6]]);
      expect(await left(4, at(leaves(1, 4), 5), shut)).to.deep.equal([[1, 5]]);
      const opened = at(privacyChanged(1, false), 9);
      expect(await left(3, leaving, shut, opened)).to.deep.equal([]);
      expect(await left(3, leaving, shut, opened, at(privacyChanged(1, true), 10))).to.deep.equal([[1, 10]]);
    });
  });

  it('a single message that was received is read as it was then', async () => {
    const streams = [opened(1, 'a', [1, 3], { inviteOnly: true }), sends(1, 1, place, 'first words'), leaves(1, 3)];
    const view = await viewAfter(...streams, edits(1, 1, place, 'second words', 'first words'));
    const content = async (asking: number) =>
      (await reachableMessage(view, realmId, user(asking), 1 as MessageId)).content;
    expect(await content(3)).to.equal('first words');
    expect(await content(1)).to.equal('second words');
  });

  describe('is read', () => {
    it('nothing in private', async () => {
      const view = await viewAfter(opened(1, 'a', [3]), sends(1, 1, between(1, 3)), leaves(1, 3));
      expect(await seenBy(view, 3, 1, flagsOf)).to.deep.equal([]);
    });

    it('what is in a stream to which the user was never subscribed', async () => {
      const view = await viewAfter(opened(1, 'a', [1, 3]), sent(1));
      expect(await seenBy(view, 2, 1, isRead)).to.equal(true);
      expect(await seenBy(view, 3, 1, isRead)).to.equal(false);
    });

    it('not what a bot was sent besides when it had left, although it came back', async () => {
      const toBot = sends(2, 1, place, 'hello', { alsoTo: [6] });
      const view = await viewAfter(opened(1, 'a', [1, 6]), sent(1), leaves(1, 6), toBot, joins(1, 6));
      expect(await seenBy(view, 6, 1, isRead)).to.equal(true);
      expect(await seenBy(view, 6, 2, isRead)).to.equal(false);
    });

    it('what a bot was sent besides until the millisecond in which it left, and nothing later', async () => {
      for (const [moment, read] of [
        [4, true],
        [5, true],
        [6, false],
      ] as const) {
        const toBot = at(sends(1, 1, place, 'hello', { alsoTo: [6] }), moment);
        const view = await viewAfter(opened(1, 'a', [1, 6]), at(leaves(1, 6), 5), toBot);
        expect(await seenBy(view, 6, 1, isRead)).to.equal(read);
      }
    });
  });
});
