/**
 * The state in parts, as a snapshot keeps it: for each organization its facts and its tables. What an entry of a table holds is
 * never changed, only replaced, so that entries taken at one moment stay as of that moment.
 */
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Interval } from '../vocabulary/intervals.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';
import type { Realm } from './realm.ts';
import { emptyRealm, type RealmState, type ServerState } from './realm-state.ts';

/** Raise it when what the state holds, or what it makes of an event, changes: older snapshots are then of no use. */
export const stateVersion = 2;

export type Table = {
  /** Entries that are written together: fewer where one may be large. */
  readonly together: number;
  entries(realm: RealmState): Iterable<unknown>;
  put(realm: RealmState, entry: never): void;
};

const usual = 1_000;
const large = 20;

const mapped = <K, V>(of: (realm: RealmState) => Map<K, V>): Table => ({
  together: usual,
  entries: (realm) => of(realm).entries(),
  put: (realm, [key, value]: [K, V]) => void of(realm).set(key, value),
});

type MembersEntry = readonly [ChannelId, { size: number; firsts: number[]; halves: Uint16Array[] }];

export const tables: Readonly<Record<string, Table>> = {
  accounts: mapped(({ directory }) => directory.accounts),
  addresses: mapped(({ directory }) => directory.addresses),
  roleChanges: {
    together: usual,
    entries: ({ directory }) => directory.changes,
    put: ({ directory }, change: RealmState['directory']['changes'][number]) => void directory.changes.push(change),
  },
  people: mapped(({ people }) => people.byId),
  names: mapped(({ people }) => people.byName),
  channels: mapped(({ channels }) => channels.byId),
  channelNames: mapped(({ channels }) => channels.byName),
  members: {
    together: large,
    *entries({ memberships }): Iterable<MembersEntry> {
      for (const [channelId, { members }] of memberships.byChannel) {
        const { size, stretches } = members;
        yield [
          channelId,
          { size, firsts: stretches.map(({ first }) => first), halves: stretches.map(({ halves }) => halves) },
        ];
      }
    },
    put({ memberships }, [channelId, { size, firsts, halves }]: MembersEntry) {
      // Copies: a part must not keep all that it was read with in memory.
      const stretches = firsts.map((first, at) => ({ first, halves: (halves[at] as Uint16Array).slice() }));
      memberships.byChannel.set(channelId, { members: { size, stretches }, past: new Map() });
    },
  },
  pastMembers: {
    together: usual,
    *entries({ memberships }) {
      for (const [channelId, { past }] of memberships.byChannel)
        for (const [userId, intervals] of past) yield [channelId, userId, intervals];
    },
    put({ memberships }, [channelId, userId, intervals]: [ChannelId, UserId, readonly Interval[]]) {
      memberships.byChannel.get(channelId)?.past.set(userId, intervals);
    },
  },
  membershipChanges: {
    together: large,
    *entries({ memberships }) {
      for (const [channelId, { positions, users }] of memberships.changes.byChannel)
        yield [channelId, { positions: [...positions], users: [...users] }];
    },
    put({ memberships }, [channelId, changes]: [ChannelId, { positions: number[]; users: number[] }]) {
      memberships.changes.byChannel.set(channelId, changes);
      memberships.changes.count += changes.users.length;
    },
  },
  topics: {
    together: large,
    *entries({ topics }) {
      for (const [channelId, ofChannel] of topics.byChannel)
        for (const [topic, ids] of ofChannel) yield [channelId, topic, new Uint32Array(ids)];
    },
    put({ topics }, [channelId, topic, ids]: [ChannelId, string, Uint32Array]) {
      const ofChannel = topics.byChannel.get(channelId) ?? new Map();
      topics.byChannel.set(channelId, ofChannel);
      ofChannel.set(topic, Array.from(ids));
    },
  },
  moved: mapped(({ topics }) => topics.moved),
  preferences: mapped(({ preferences }) => preferences),
  queues: mapped(({ queues }) => queues),
  revisions: mapped(({ revisions }) => revisions),
};

/** What an organization holds beside its tables. */
export type RealmFacts = {
  readonly realmId: RealmId;
  readonly realm: Realm;
  readonly userIdMax: number;
  readonly channelIdMax: number;
  readonly lastMessageId: number;
  readonly claimedMessageId: number;
};

export const factsOf = ({ realmId, realm, directory, channels, topics }: RealmState): RealmFacts => ({
  realmId,
  realm: { ...realm },
  userIdMax: directory.userIdMax,
  channelIdMax: channels.channelIdMax,
  lastMessageId: topics.lastMessageId,
  claimedMessageId: topics.claimedMessageId,
});

export function realmOf({
  realmId,
  realm,
  userIdMax,
  channelIdMax,
  lastMessageId,
  claimedMessageId,
}: RealmFacts): RealmState {
  const state = emptyRealm(realmId);
  Object.assign(state.realm, realm);
  Object.assign(state.directory, { userIdMax });
  Object.assign(state.channels, { channelIdMax });
  Object.assign(state.topics, { lastMessageId, claimedMessageId });
  return state;
}

/** What the server holds beside its organizations. */
export type ServerFacts = {
  readonly bySubdomain: ReadonlyMap<string, RealmId>;
  readonly revisions: ReadonlyMap<LogStream, number>;
  readonly importing: ReadonlySet<RealmId>;
  readonly realmIdMax: number;
  readonly newest: ServerState['newest'];
};

export const serverFactsOf = ({ bySubdomain, revisions, importing, realmIdMax, newest }: ServerState): ServerFacts => ({
  bySubdomain: new Map(bySubdomain),
  revisions: new Map(revisions),
  importing: new Set(importing),
  realmIdMax,
  newest: { ...newest },
});

export const serverOf = ({ bySubdomain, revisions, importing, realmIdMax, newest }: ServerFacts): ServerState => ({
  realms: new Map(),
  bySubdomain: new Map(bySubdomain),
  revisions: new Map(revisions),
  importing: new Set(importing),
  realmIdMax,
  newest,
});
