/** Resolves the terms of a narrow: names become ids, case is folded, and invalid operators and operands are refused. */
import { type ChannelDocument, channelDocumentId, channels } from '../../../projections/channels.ts';
import { attributes } from '../../../projections/messages.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase, foldName } from '../../vocabulary/fold-case.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { NarrowTerm } from '../../vocabulary/narrow.ts';
import { conversationKey, participants } from '../../vocabulary/places.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { knowsOf, openChannels } from '../channels.ts';
import { userOf } from '../realm.ts';
import type { Condition, Resolved, Subject } from './condition.ts';
import { findUsers, type UserReference } from './find-users.ts';
import { mutedBy } from './muted.ts';
import { type Search, searchFor } from './searched-text.ts';

type Context = { readonly view: ReadView; readonly realmId: RealmId; readonly userId: UserId };
type Operand = NarrowTerm['operand'];
/** Undefined means that the term excludes no message. */
type Resolver = (operand: Operand, context: Context) => Promise<Subject | undefined> | Subject | undefined;

/** Throws `Refused` (`narrow-invalid`). An unknown operator is reported before an invalid operand. */
export async function resolveNarrow(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  terms: readonly NarrowTerm[],
): Promise<Resolved> {
  const known = distinct(terms).map((term) => ({ ...term, resolve: resolverOf(term.operator) }));
  const conditions: Condition[] = [];
  const room = new SearchRoom();
  for (const { operand, negated, resolve } of known) {
    const subject = await resolve(operand, { view, realmId, userId });
    if (subject?.kind === 'search') room.take(subject.search);
    if (subject) conditions.push({ ...subject, negated: negated && subject.kind !== 'home' });
  }
  return { conditions, receivedOnly: terms.some(({ operator }) => operator === 'is') };
}

/** The terms without duplicates, so that each is resolved once. */
const distinct = (terms: readonly NarrowTerm[]): NarrowTerm[] => [
  ...new Map(terms.map((term) => [JSON.stringify([term.operator, term.operand, term.negated]), term])).values(),
];

/** Counts the words and phrases of all searches of a narrow against their limits. */
class SearchRoom {
  #words = limits.searchedWordsMax;
  #phrases = limits.searchedPhrasesMax;

  take({ words, phrases }: Search): void {
    this.#phrases -= phrases.length;
    this.#words -= words.length;
    if (this.#phrases < 0) throw invalid(`too many phrases are searched for (limit: ${limits.searchedPhrasesMax})`);
    if (this.#words < 0) throw invalid(`too many words are searched for (limit: ${limits.searchedWordsMax})`);
  }
}

const invalid = (desc: string): Refused => new Refused({ code: 'narrow-invalid', desc });

function resolverOf(operator: string): Resolver {
  const name = operator.replaceAll('_', '-');
  const resolver = Object.hasOwn(resolvers, name) ? resolvers[name] : undefined;
  if (!resolver) throw invalid(`unknown operator ${operator}`);
  return resolver;
}

const states: Readonly<Record<string, Subject>> = {
  private: { kind: 'private' },
  starred: { kind: 'starred' },
  alerted: { kind: 'alerted' },
  unread: { kind: 'unread' },
  mentioned: { kind: 'mentioned' },
};

const resolvers: Readonly<Record<string, Resolver>> = {
  stream: async (operand, context) => ({ kind: 'channel', channel: await findChannel(operand, context) }),
  streams: async (operand, { view, realmId }) => {
    if (operand !== 'public') throw invalid(`unknown streams operand ${textOf(operand)}`);
    const open = await openChannels(view, realmId);
    const shown = open.filter(({ inviteOnly }) => !inviteOnly);
    return { kind: 'public', channelIds: new Set(shown.map(({ channelId }) => channelId)) };
  },
  topic: (operand) => ({ kind: 'topic', topicKey: foldCase(textOf(operand)) }),
  sender: async (operand, context) => ({ kind: 'sender', userId: await findUser(operand, context) }),
  'pm-with': async (operand, context) => {
    const named = typeof operand === 'string' ? operand.split(',').map((email) => email.trim()) : [operand].flat();
    if (named.length > limits.recipientsMax) throw invalid(`too many users (limit: ${limits.recipientsMax})`);
    const users = await findUsers(context.view, context.realmId, named as readonly UserReference[]);
    if (users.length === 0 || users.includes(undefined)) throw invalid(`unknown user in ${textOf(operand)}`);
    const known = users.flatMap((user) => user?.userId ?? []);
    return { kind: 'conversation', conversation: conversationKey(participants([...known, context.userId])) };
  },
  'group-pm-with': async (operand, context) => ({ kind: 'group', userId: await findUser(operand, context) }),
  is: (operand) => {
    const name = textOf(operand);
    const state = Object.hasOwn(states, name) ? states[name] : undefined;
    if (!state) throw invalid(`unknown 'is' operand ${name}`);
    return state;
  },
  has: (operand) => {
    const attribute = attributes.find((known) => known === operand);
    if (!attribute) throw invalid(`unknown 'has' operand ${textOf(operand)}`);
    return { kind: 'attribute', attribute };
  },
  in: async (operand, { view, realmId, userId }) => {
    if (operand === 'all') return undefined;
    if (operand !== 'home') throw invalid(`unknown 'in' operand ${textOf(operand)}`);
    return { kind: 'home', muted: await mutedBy(view, realmId, userId) };
  },
  id: (operand) => {
    if (!/^[0-9]+$/.test(textOf(operand))) throw invalid('Invalid message ID');
    return { kind: 'message', messageId: Number(operand) };
  },
  near: () => undefined,
  search: (operand) => ({ kind: 'search', search: searchFor(textOf(operand)) }),
};

/** The text of an operand in error messages. */
const textOf = (operand: Operand): string =>
  typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand);

/**
 * A name finds only an unarchived channel. An id also finds an archived one, because messages that were received there stay readable. A
 * channel that the user does not know of is answered like a missing one.
 */
async function findChannel(operand: Operand, { view, realmId, userId }: Context): Promise<ChannelDocument> {
  let channel: ChannelDocument | undefined;
  if (typeof operand === 'number') channel = await view.get(channels, channelDocumentId(realmId, operand));
  else {
    const prefix = [realmId, foldName(textOf(operand).trim())];
    [channel] = await view.scan(channels, 'byName', { prefix, limit: 1 });
  }
  const isKnown = channel !== undefined && (await knowsOf(view, await userOf(view, realmId, userId), channel));
  if (!channel || !isKnown) throw invalid(`unknown stream ${textOf(operand)}`);
  return channel;
}

async function findUser(operand: Operand, { view, realmId }: Context): Promise<number> {
  const [user] = await findUsers(view, realmId, [typeof operand === 'object' ? textOf(operand) : operand]);
  if (!user) throw invalid(`unknown user ${textOf(operand)}`);
  return user.userId;
}
