/** Who left a private stream sees its messages as they were then, wherever messages are read. */
import { expect } from 'chai';
import { type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import { asViewed } from '../../src/queries/as-viewed.ts';
import { listMessages } from '../../src/queries/listing.ts';
import { messageHistory } from '../../src/queries/message-history.ts';
import { rawMessage } from '../../src/queries/raw-message.ts';
import { viewerOf } from '../../src/queries/visibility.ts';
import { textWorkHere } from '../../src/rendering/text-work.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { archived, deletes, edits, inTopic, joins, leaves, moves, opened, sends } from '../support/past-events.ts';

const plot = inTopic(1, 'Plot');
/** Member 3 receives a message, which is edited once, and leaves; then further changes follow. */
const private_ = { inviteOnly: true };
const seen = [
  sends(10, 1, plot, 'first words'),
  edits(10, 1, plot, 'second words', 'first words'),
  sends(11, 1, plot, 'other'),
];
const later = [
  edits(10, 1, plot, 'third words', 'second words'),
  moves(10, { channel: 1, topic: 'Plot' }, { channel: 1, topic: 'Scheme' }),
  edits(10, 1, inTopic(1, 'Scheme'), 'fourth words', 'third words'),
];
const past = (more: readonly Given[], { opens = opened(1, 'secret', [1, 3], private_) } = {}) =>
  readAfter(organization(), opens, seen, leaves(1, 3), later, ...more);

const id = 10 as MessageId;
const shown = async (view: Awaited<ReturnType<typeof past>>, userId: number, narrow: [string, string][] = []) => {
  const asked = { realmId, userId: user(userId), anchor: 0, numBefore: 0, numAfter: 100 };
  const terms = narrow.map(([operator, operand]) => ({ operator, operand, negated: false }));
  const how = { narrow: terms, applyMarkdown: false, clientGravatar: false };
  const { messages } = await listMessages(view, { ...asked, ...how }, textWorkHere);
  return messages.map((message) => [message.id, message.content, message.subject, message.edit_history?.length ?? 0]);
};
const then = [
  [10, 'second words', 'Plot', 1],
  [11, 'other', 'Plot', 0],
];
const now = [
  [10, 'fourth words', 'Scheme', 4],
  [11, 'other', 'Plot', 0],
];

describe('messages as seen by users who have left their stream', () => {
  it('are in listings as they were then, with their changes until then', async () => {
    const view = await past([]);
    expect(await shown(view, 3)).to.deep.equal(then);
    expect(await shown(view, 1)).to.deep.equal(now);
  });

  it('are as they are now for a bot that got them after it had left, because they mention it', async () => {
    const mentioned = sends(10, 1, plot, 'first words', { alsoTo: [6] });
    const edited = edits(10, 1, plot, 'second words', 'first words');
    const view = await readAfter(
      organization(),
      opened(1, 'secret', [1, 6], private_),
      leaves(1, 6),
      mentioned,
      edited,
    );
    expect(await shown(view, 6)).to.deep.equal([[10, 'second words', 'Plot', 1]]);
    expect(await shown(view, 6, [['search', 'second']])).to.have.length(1);
    expect(await shown(view, 6, [['search', 'first']])).to.deep.equal([]);
  });

  it('are found by their content at that time, and not by their current content', async () => {
    const view = await past([]);
    for (const narrow of [
      [['search', 'second']],
      [['topic', 'plot']],
      [
        ['stream', 'secret'],
        ['topic', 'Plot'],
      ],
    ] as [string, string][][])
      expect((await shown(view, 3, narrow))[0]).to.deep.equal(then[0]);
    for (const narrow of [[['search', 'fourth']], [['search', 'third']], [['topic', 'Scheme']]] as [string, string][][])
      expect(await shown(view, 3, narrow)).to.deep.equal([]);
    expect(await shown(view, 1, [['search', 'fourth']])).to.deep.equal([now[0]]);
  });

  it('have their source and their history of that time', async () => {
    const view = await past([]);
    expect(await rawMessage(view, realmId, user(3), id)).to.deep.equal({ raw_content: 'second words' });
    const { snapshots } = await messageHistory(view, realmId, user(3), id, 0, textWorkHere);
    expect(snapshots.map(({ content, topic }) => [content, topic])).to.deep.equal([
      ['first words', 'Plot'],
      ['second words', 'Plot'],
    ]);
    const all = await messageHistory(view, realmId, user(1), id, 0, textWorkHere);
    expect(all.snapshots.map(({ content }) => content)).to.include('fourth words');
  });

  it('cost few reads, which are counted, however often and long they were changed since', async () => {
    const long = (at: number) => `${at}${'x'.repeat(limits.searchedAsOneMore)}`;
    const more = Array.from({ length: 250 }, (_, at) => edits(10, 1, inTopic(1, 'Scheme'), long(at + 1), long(at)));
    const view = await past(more);
    const viewer = await viewerOf(view, realmId, user(3), 'all');
    const message = (await view.get(messages, messageDocumentId(realmId, id))) as MessageDocument;
    const looked: number[] = [];
    const [seenThen] = await asViewed(view, viewer, [message], (count) => looked.push(count));
    expect(seenThen?.content).to.equal('second words');
    expect(looked).to.have.length.within(5, 9).and.include(2);
  });

  it('are gone once they are deleted', async () => {
    const view = await past([deletes(10, 1, inTopic(1, 'Scheme'))]);
    expect(await shown(view, 3)).to.deep.equal(then.slice(1));
  });

  it('are current for users who come back, and as of the last departure after that', async () => {
    expect(await shown(await past([joins(1, 3)]), 3)).to.deep.equal(now);
    const again = [joins(1, 3), leaves(1, 3), edits(10, 1, inTopic(1, 'Scheme'), 'fifth words', 'fourth words')];
    expect(await shown(await past(again), 3)).to.deep.equal(now);
  });

  it('are current if the history is open, and as they were if the stream was archived', async () => {
    expect(await shown(await past([], { opens: opened(1, 'open', [1, 3]) }), 3)).to.deep.equal(now);
    expect(await shown(await past([archived(1, 'secret')]), 3)).to.deep.equal(then);
  });
});
