import { expect } from 'chai';
import { emptyServer, evolve, type RealmState, type ServerState } from '../../src/state/realm-state.ts';
import { factsOf, realmOf, serverFactsOf, serverOf, tables } from '../../src/state/snapshot-tables.ts';
import type { ChannelId, EventId, RealmId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appointed, signedIn } from '../support/audit-writes.ts';
import { contentErased, erasureAsked } from '../support/erasure-writes.ts';
import { exportAsked, exportMade } from '../support/export-writes.ts';
import { file, fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, happened, realmId, recorded, registered, stateAfter } from '../support/given.ts';
import { deletionHeld, facts, held } from '../support/hold-writes.ts';
import { invites } from '../support/invitation-writes.ts';
import { channel, user } from '../support/organization.ts';
import {
  archived,
  founded,
  inTopic,
  joins,
  leaves,
  listens,
  moves,
  mutes,
  newUser,
  opened,
  sends,
  text,
} from '../support/past-events.ts';
import { realmExportAsked, realmExportDownloaded } from '../support/realm-export-writes.ts';
import { schedules } from '../support/scheduled-writes.ts';
import { claimed, sinkAdded, sinkAdvanced } from '../support/sink-writes.ts';
import {
  alertedBy,
  announcesIn,
  emojiCreated,
  emojiDeactivated,
  fieldCreated,
  groupCreated,
  madeDefault,
  presenceTold,
  roleChanged,
  stored,
} from '../support/writes.ts';

const causedBy = '00000000-0000-4000-8000-000000000009' as EventId;
const message = (id: number, topic: string) => sends(id, 1, inTopic(1, topic));
const past: Given[] = [
  founded(),
  fieldCreated(3),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  opened(1, 'plans', [1, 2]),
  opened(2, 'goals', [1]),
  opened(3, 'gone', [2]),
  madeDefault(2),
  announcesIn(2),
  message(1, 'lunch'),
  message(2, 'tea'),
  leaves(1, 2),
  joins(1, 3),
  archived(3, 'gone'),
  roleChanged(2, 200, 400),
  groupCreated(2, 'Designers', 1, 3),
  presenceTold(3, { client: 'website', status: 'active', at: 1 }),
  stored(1, { a: 'b' }),
  moves(2, { channel: 1, topic: 'tea' }, { channel: 1, topic: 'lunch' }),
  mutes(1, 1, 'lunch'),
  listens(1, '1:1'),
  alertedBy(2, ['Tea']),
  uploads(4, 1),
  emojiCreated(1, 'party'),
  emojiCreated(2, 'tea'),
  emojiDeactivated(1, 'party'),
  schedules(3, 1, inTopic(1, 'lunch')),
  uploads(5, 1),
  fileDeleted(5, 1, { held: true }),
  held(1, { users: [2], channels: [1] }),
  erasureAsked(1),
  happened(logStream.channels(realmId), 'ChannelRetentionChanged', { channelId: 1 as ChannelId, retentionDays: 30 }),
  invites(1, 1),
  sinkAdded(1, { actions: ['message.'] }),
  sinkAdvanced(1, { claimed }),
  exportAsked(1),
  exportAsked(2),
  exportMade(2),
  realmExportAsked(3),
  realmExportDownloaded(3),
  contentErased(1, [9]),
  deletionHeld(facts(9, 2, { addressed: [1], stoodIn: [1] }), [4]),
  sends(8, 1, inTopic(1, 'away'), text('a file', { uploads: [file(4)] })),
  moves(8, { channel: 1, topic: 'away' }, { channel: 2, topic: 'away' }),
  appointed(1, { request: { key: 'k', fingerprint: 'f' } }),
  signedIn(1, 0),
  happened(logStream.policyClaim(realmId, causedBy, 'echo'), 'PolicyActionClaimed', {
    policy: 'echo',
    causedBy,
    plan: [{ command: 'x', input: { messageId: 70 } }] as never,
  }),
];
const state = () => stateAfter(past);

/** Takes the organization apart and puts it together again. */
function kept(realm: RealmState): RealmState {
  const copy = realmOf(factsOf(realm));
  for (const table of Object.values(tables)) for (const entry of table.entries(realm)) table.put(copy, entry as never);
  return copy;
}
const entriesOf = (name: string) => [...(tables[name]?.entries(state()) ?? [])];

describe('the tables of a snapshot', () => {
  it('contain the whole state of an organization', () => {
    expect(kept(state())).to.deep.equal(state());
    expect(kept(state()).alertWords.usersFor('tea')).to.deep.equal([2]);
  });

  it('all have entries in this state', () => {
    for (const name of Object.keys(tables)) expect(entriesOf(name), name).not.to.deep.equal([]);
  });

  it('have fewer entries on a page if one entry may be large', () => {
    const sizes = Object.entries(tables).map(([name, { entriesPerPage }]) => [name, entriesPerPage]);
    const large = ['members', 'membershipChanges', 'topics', 'botStorage', 'sinks'];
    for (const [name, size] of sizes) expect(size, String(name)).to.equal(large.includes(String(name)) ? 20 : 1_000);
  });

  it('contain who left, with the messages that they received', () => {
    expect(entriesOf('pastMembers')).to.deep.equal([
      [1, 2, [1, 3]],
      [3, 2, [1, 3]],
    ]);
  });

  it('drop who left a channel that has no members in the snapshot', () => {
    const copy = realmOf(factsOf(state()));
    tables.pastMembers?.put(copy, [channel(1), user(2), [1, 3]] as never);
    expect(copy.memberships.byChannel.size).to.equal(0);
  });

  it('contain the messages of a topic in a separate form, which later messages do not change', () => {
    const [entry] = entriesOf('topics') as [number, string, Uint32Array][];
    expect(entry).to.deep.equal([1, 'lunch', Uint32Array.of(1, 2)]);
  });

  it('contain membership changes that later ones do not change', () => {
    const realm = state();
    const [entry] = [...(tables.membershipChanges?.entries(realm) ?? [])] as [
      number,
      { positions: number[]; users: number[] },
    ][];
    const now = realm.memberships.changes.byChannel.get(channel(1));
    expect(entry?.[1]).to.deep.equal(now);
    expect(entry?.[1].positions).not.to.equal(now?.positions);
    expect(entry?.[1].users).not.to.equal(now?.users);
  });

  it('put a copy of the columns of members in place, not a part of the buffer that was read', () => {
    const buffer = new Uint16Array([9, 9, 0, 5, 0, 9]);
    const copy = realmOf(factsOf(state()));
    const columns = [buffer.subarray(2, 5)];
    tables.members?.put(copy, [channel(1), { size: 1, firsts: [7], columns }] as never);
    const chunk = copy.memberships.byChannel.get(channel(1))?.members.chunks[0];
    expect(chunk).to.deep.equal({ first: 7, columns: Uint16Array.of(0, 5, 0) });
    expect(chunk?.columns.buffer).not.to.equal(buffer.buffer);
  });
});

describe('the facts of a snapshot', () => {
  it('of an organization stay as they were', () => {
    const realm = state();
    const facts = factsOf(realm);
    expect(facts.realmId).to.equal(realmId);
    expect(facts.parts).to.deep.include({
      directory: { userIdMax: 3 },
      channels: { channelIdMax: 3 },
      topics: { lastMessageId: 8, claimedMessageId: 70 },
    });
    expect(facts.parts.realm).to.deep.equal(realm.realm);
    expect(facts.parts.realm).not.to.equal(realm.realm);
  });

  it('of the server are all but its organizations, and stay as they were', () => {
    const server: ServerState = emptyServer();
    const began = happened(logStream.server(), 'ImportBegan', {
      realms: [{ realmId: 4 as RealmId, subdomain: 'other' }],
    } as never);
    for (const event of recorded([registered, began])) evolve(server, event);
    const facts = serverFactsOf(server);
    const again = serverOf(facts);
    expect(again).to.deep.equal({ ...server, realms: new Map() });
    expect(facts).not.to.have.property('realms');
    for (const key of ['bySubdomain', 'revisions', 'importing', 'newest'] as const) {
      expect(facts[key], key).not.to.equal(server[key]);
      if (key !== 'newest') expect(again[key], key).not.to.equal(facts[key]);
    }
    expect(again).to.include({ realmIdMax: 4 });
    expect([...again.importing]).to.deep.equal([4]);
  });
});
