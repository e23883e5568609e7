/** From what a client says to what it means: names become ids, case is folded, and what makes no sense is refused. */

import { type ChannelDocument, channelDocumentId, channels } from '../../../projections/channels.ts';
import { attributes } from '../../../projections/messages.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { NarrowTerm } from '../../vocabulary/narrow.ts';
import { conversationKey, participants } from '../../vocabulary/places.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { parseSearch } from '../../vocabulary/words.ts';
import { openChannels } from '../channels.ts';
import type { Condition, Resolved, Subject } from './condition.ts';
import { mutedBy } from './muted.ts';
import { type Named, usersNamed } from './users-named.ts';

type Asking = { readonly view: ReadView; readonly realmId: RealmId; readonly userId: UserId };
type Operand = NarrowTerm['operand'];
/** Undefined: the term leaves nothing out. */
type Resolver = (operand: Operand, asking: Asking) => Promise<Subject | undefined> | Subject | undefined;

/** Throws `Refused` (`narrow-invalid`); unknown operators are told of before any other fault. */
export async function resolveNarrow(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  terms: readonly NarrowTerm[],
): Promise<Resolved> {
  const known = terms.map((term) => ({ ...term, resolve: resolverOf(term.operator) }));
  const conditions: Condition[] = [];
  for (const { operand, negated, resolve } of known) {
    const subject = await resolve(operand, { view, realmId, userId });
    if (subject) conditions.push({ ...subject, negated: negated && subject.kind !== 'home' });
  }
  return { conditions, receivedOnly: terms.some(({ operator }) => operator === 'is') };
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
  starred: { kind: 'never' },
  alerted: { kind: 'never' },
  unread: { kind: 'unread' },
  mentioned: { kind: 'mentioned' },
};

const resolvers: Readonly<Record<string, Resolver>> = {
  stream: async (operand, asking) => ({ kind: 'channel', channel: await channelMeant(operand, asking) }),
  streams: async (operand, { view, realmId }) => {
    if (operand !== 'public') throw invalid(`unknown streams operand ${said(operand)}`);
    const open = await openChannels(view, realmId);
    const shown = open.filter(({ inviteOnly }) => !inviteOnly);
    return { kind: 'public', channelIds: new Set(shown.map(({ channelId }) => channelId)) };
  },
  topic: (operand) => ({ kind: 'topic', topicKey: foldCase(said(operand)) }),
  sender: async (operand, asking) => ({ kind: 'sender', userId: await userMeant(operand, asking) }),
  'pm-with': async (operand, asking) => {
    const named = typeof operand === 'string' ? operand.split(',').map((email) => email.trim()) : [operand].flat();
    const users = await usersNamed(asking.view, asking.realmId, named as readonly Named[]);
    if (users.length === 0 || users.includes(undefined)) throw invalid(`unknown user in ${said(operand)}`);
    const known = users.flatMap((user) => user?.userId ?? []);
    return { kind: 'conversation', conversation: conversationKey(participants([...known, asking.userId])) };
  },
  'group-pm-with': async (operand, asking) => ({ kind: 'group', userId: await userMeant(operand, asking) }),
  is: (operand) => {
    const name = said(operand);
    const state = Object.hasOwn(states, name) ? states[name] : undefined;
    if (!state) throw invalid(`unknown 'is' operand ${name}`);
    return state;
  },
  has: (operand) => {
    const attribute = attributes.find((known) => known === operand);
    if (!attribute) throw invalid(`unknown 'has' operand ${said(operand)}`);
    return { kind: 'attribute', attribute };
  },
  in: async (operand, { view, realmId, userId }) => {
    if (operand === 'all') return undefined;
    if (operand !== 'home') throw invalid(`unknown 'in' operand ${said(operand)}`);
    return { kind: 'home', muted: await mutedBy(view, realmId, userId) };
  },
  id: (operand) => {
    if (!/^[0-9]+$/.test(said(operand))) throw invalid('Invalid message ID');
    return { kind: 'message', messageId: Number(operand) };
  },
  near: () => undefined,
  search: (operand) => ({ kind: 'search', terms: parseSearch(said(operand)) }),
};

/** An operand as messages quote it. */
const said = (operand: Operand): string => (typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand));

/** By name: the unarchived one. By id: any, so that what was received of an archived one can still be read. */
async function channelMeant(operand: Operand, { view, realmId }: Asking): Promise<ChannelDocument> {
  let channel: ChannelDocument | undefined;
  if (typeof operand === 'number') channel = await view.get(channels, channelDocumentId(realmId, operand));
  else {
    const prefix = [realmId, foldCase(said(operand).trim())];
    [channel] = await view.scan(channels, 'byName', { prefix, limit: 1 });
  }
  if (!channel) throw invalid(`unknown stream ${said(operand)}`);
  return channel;
}

async function userMeant(operand: Operand, { view, realmId }: Asking): Promise<number> {
  const [user] = await usersNamed(view, realmId, [typeof operand === 'object' ? said(operand) : operand]);
  if (!user) throw invalid(`unknown user ${said(operand)}`);
  return user.userId;
}
