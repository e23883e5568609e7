/** What is in an export for review, and what is not. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { NothingToReview, reviewed, TooMuchToReview } from '../../src/review/review.ts';
import { ReviewRefused } from '../../src/review/survey.ts';
import type { ReviewScope } from '../../src/vocabulary/events/exports.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Loose } from '../support/client.ts';
import { contentErased, erasureAsked } from '../support/erasure-writes.ts';
import { everything } from '../support/export-writes.ts';
import { uploads } from '../support/file-writes.ts';
import { testNow } from '../support/given.ts';
import { deletionHeld, facts, held } from '../support/hold-writes.ts';
import { organization } from '../support/organization.ts';
import {
  archived,
  between,
  deletes,
  edits,
  inTopic,
  joins,
  leaves,
  moves,
  opened,
  reacts,
  sends,
  text,
} from '../support/past-events.ts';
import { orderedOf, reviewOf, sealedLog } from '../support/review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { renamed } from '../support/writes.ts';

const plans = inTopic(1, 'lunch');
const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' as const };
const base = [...organization(), opened(1, 'plans', [1, 2]), opened(2, 'other', [3])];

type Log = ReturnType<typeof sealedLog>;
const messagesOf = async (log: Log, scope: Partial<ReviewScope> = {}): Promise<Loose[]> => {
  const { entries } = await reviewOf(log, { scope: { ...everything, ...scope } });
  return (entries.get('messages-0001.ndjson')?.toString() ?? '')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Loose]));
};
const idsOf = async (log: Log, scope: Partial<ReviewScope> = {}): Promise<number[]> =>
  (await messagesOf(log, scope)).map(({ id }) => Number(id));
const users = (...ids: number[]) => ({ userIds: ids as UserId[] });
const channels = (...ids: number[]) => ({ channelIds: ids as ChannelId[] });

describe('an export for review', () => {
  it('has each message with its versions, moves, reactions, files and deletion, and the names of that time', async () => {
    const shared = { ...text('see'), uploads: [1 as never] };
    const log = sealedLog([
      ...base,
      uploads(1, 1),
      sends(7, 1, plans, shared, { client: 'phone' }),
      renamed(1, 'New Name'),
      edits(7, 1, plans, 'better', 'see'),
      reacts(7, 2, plans, tada),
      moves(7, { channel: 1, topic: 'lunch' }, { channel: 2, topic: 'dinner' }),
      deletes(7, 1, inTopic(2, 'dinner')),
      held(1, { users: [1] }),
      deletionHeld(facts(7, 1)),
      joins(1, 3),
      leaves(1, 2),
      archived(1, 'plans'),
    ]);
    const [message] = await messagesOf(log);
    expect(message).to.deep.include({ id: 7, stream: 'plans', topic: 'lunch', content: 'see', client: 'phone' });
    expect(message?.by).to.deep.include({ id: 1, name: 'User 1', email: 'user1@test.example', bot: false });
    expect(message?.attachments).to.deep.equal([
      { id: 1, name: 'file1.txt', type: 'text/plain', bytes: 10, sha256: 'sha1' },
    ]);
    expect(message?.edits).to.have.nested.property('[0].content', 'better');
    expect(message?.edits).to.have.nested.property('[0].by.name', 'New Name');
    expect(message?.moves).to.have.nested.property('[0].topic', 'dinner');
    expect(message?.reactions).to.have.nested.property('[0].emoji', 'tada');
    expect(message?.deleted).to.deep.include({ held: true, erased: false });
    const { entries, counts } = await reviewOf(log);
    expect(counts).to.deep.equal({ messages: 1, edits: 1, deleted: 1, reactions: 1, attachments: 1, conversations: 1 });
    const changes = (entries.get('memberships-0001.ndjson')?.toString() ?? '')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { act: string; users: { id: number }[] }]));
    expect(changes.map(({ act, users: all }) => [act, ...all.map(({ id }) => id)])).to.deep.equal([
      ['joined', 1, 2],
      ['joined', 3],
      ['left', 2],
      ['left', 1, 3],
    ]);
  });

  it('reports that deleted messages existed', async () => {
    const log = sealedLog([
      ...base,
      sends(7, 1, plans),
      deletes(7, 1, plans),
      sends(8, 1, plans),
      erasureAsked(1),
      contentErased(1, [8]),
    ]);
    const [gone, ...none] = await messagesOf(log);
    expect([gone?.id, gone?.content, none.length]).to.deep.equal([7, null, 0]);
    expect(gone?.deleted).to.deep.include({ held: false });
    expect(JSON.stringify(gone)).not.to.contain('message 7');
  });

  it('selects by participants, not only by senders', async () => {
    const log = sealedLog([
      ...base,
      sends(1, 1, plans),
      sends(2, 3, inTopic(2, 'x')),
      sends(3, 1, between(1, 3)),
      sends(4, 1, between(1, 2)),
      sends(5, 3, inTopic(2, 'x'), { ...text('see'), mentioned: [2 as UserId] }),
      joins(2, 2),
      sends(6, 3, inTopic(2, 'x')),
      leaves(2, 2),
      sends(7, 3, inTopic(2, 'x')),
    ]);
    expect(await idsOf(log, users(2))).to.have.members([1, 4, 5, 6]);
    expect(await idsOf(log, users(3))).to.have.members([2, 3, 5, 6, 7]);
    expect(await idsOf(log, { ...users(3), ...channels(1) }).catch((error: unknown) => error)).to.be.instanceOf(
      NothingToReview,
    );
  });

  it('selects by streams and topics in which a message ever was, and by time', async () => {
    const log = sealedLog([
      ...base,
      sends(1, 1, plans, 'one', { at: testNow }),
      sends(2, 1, plans, 'two', { at: testNow + 1 }),
      moves(2, { channel: 1, topic: 'lunch' }, { channel: 2, topic: 'Dinner' }, 'one'),
      sends(3, 3, inTopic(2, 'other'), 'three', { at: testNow + 2 }),
    ]);
    expect(await idsOf(log, channels(1))).to.have.members([1, 2]);
    expect(await idsOf(log, channels(2))).to.have.members([2, 3]);
    expect(await idsOf(log, { topics: ['dinner'] })).to.deep.equal([2]);
    expect(await idsOf(log, { topics: ['LUNCH'] })).to.have.members([1, 2]);
    expect(await idsOf(log, { since: testNow + 1, until: testNow + 2 })).to.deep.equal([2]);
  });

  it('ends with its bound, under the first checkpoint that covers it, and has the same bytes again', async () => {
    const past = [...base, sends(7, 1, plans)];
    const log = sealedLog(past, [edits(7, 1, plans, 'later', 'message 7'), sends(8, 1, plans)]);
    const last = log[past.length] as (typeof log)[number];
    const bounds = [
      { kind: 'event', id: last.id },
      { kind: 'position', position: last.position },
      { kind: 'time', at: (last.metadata as { at: number }).at },
    ] as const;
    const made = await Promise.all(bounds.map((bound) => reviewOf(log, { bound })));
    expect(new Set(made.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))).size).to.equal(1);
    expect(made[0]).to.have.nested.property('last.id', last.id);
    expect(made[0]?.checkpointSize).to.equal(past.length + 1);
    expect(made[0]?.entries.get('messages-0001.ndjson')?.toString()).not.to.contain('later');
    expect([...(made[0]?.messages ?? [])]).to.deep.equal([7]);
    expect([...(made[0]?.users ?? [])]).to.include(1);
  });

  it('lists its files with their hashes', async () => {
    const { entries } = await reviewOf(sealedLog([...base, sends(7, 1, plans)]));
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as {
      files: { name: string; sha256: string }[];
    };
    expect([...entries.keys()]).to.deep.equal([
      ...manifest.files.map(({ name }) => name),
      ...['checkpoint.txt', 'SHA256SUMS', 'manifest.json'],
    ]);
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(entries.get(name) ?? '')
          .digest('hex'),
      ).to.equal(sha256);
  });

  it('is refused if there is no such moment, nothing in it, or no seal, and leaves nothing', async () => {
    const log = sealedLog([...base, sends(7, 1, plans)], [sends(8, 1, plans)]);
    const path = join(temporaryFolder(), 'sorted');
    const why = async (more: object) =>
      reviewOf(log, { path, ...more }).then(
        () => undefined,
        (error: unknown) => error,
      );
    for (const [bound, words] of [
      [{ kind: 'event', id: 'none' }, 'bound: the organization has no event none'],
      [{ kind: 'position', position: 0 }, 'bound: the organization did not exist at that moment'],
      [{ kind: 'position', position: 1_000 }, 'the ledger has not been sealed up to that moment'],
    ] as const) {
      expect(await why({ bound })).to.have.property('message', words);
    }
    expect(
      await why({ scope: { ...everything, topics: ['none'] }, bound: { kind: 'position', position: 10 } }),
    ).to.be.instanceOf(ReviewRefused);
    expect(existsSync(path)).to.equal(false);
  });

  it(`has at most ${limits.exportFilesMax} files`, async () => {
    const log = sealedLog([...base, sends(7, 1, plans), sends(8, 1, between(1, 2))]);
    const error = await reviewOf(log, { format: 'eml', filesMax: 1 }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TooMuchToReview);
    expect(String(error)).to.contain('more than 1 files');
  });

  it('tells its reader of a failure that came before the first read', async () => {
    const log = sealedLog([...base, sends(7, 1, plans)]);
    const readLate = async (bytes: Readable): Promise<void> => {
      while (!bytes.destroyed) await nextTurn();
      await buffer(bytes);
    };
    const error = await reviewed(orderedOf(log, { filesMax: 0 }), readLate).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TooMuchToReview);
  });

  it('is made after any number of others whose bytes were left unread', async () => {
    const log = sealedLog([...base, sends(7, 1, plans)]);
    for (let left = 0; left < 4; left += 1) {
      const unread = () => Promise.reject(new Error('no room'));
      const error = await reviewed(orderedOf(log), unread).catch((thrown: unknown) => thrown);
      expect(error).to.have.property('message', 'no room');
    }
    expect(await idsOf(log)).to.deep.equal([7]);
  });
});
