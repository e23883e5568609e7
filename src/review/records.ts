/**
 * Combines the sorted lines of an export for review into messages with everything that happened to them, conversation by conversation and
 * day by day.
 */
import { idsOf } from '../state/channel-members.ts';
import { membersOf, wasSubscribedFor } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import { dayMs } from '../vocabulary/day.ts';
import type { ReviewCounts } from '../vocabulary/events/exports.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Deleted, Edited, Fact, Joined, Moved, Reacted, Sent, Submessaged, Where, Who } from './facts.ts';

export type ReviewedMessage = {
  readonly kind: 'message';
  readonly sent: Sent;
  readonly edits: readonly Edited[];
  readonly moves: readonly Moved[];
  /** Added and removed reactions, in order. */
  readonly reactions: readonly Reacted[];
  readonly submessages: readonly Submessaged[];
  readonly deleted: Deleted | undefined;
};
type Change = { readonly kind: 'change'; readonly change: Joined };
export type Entry = ReviewedMessage | Change;

/** The messages of a conversation on a day (UTC), or a part of them if there are many. */
export type Slice = {
  /** `2026-11-23`. */
  readonly day: string;
  /** `stream-7` or `private-10-11`. */
  readonly conversation: string;
  readonly part: number;
  /** In order. Joins and departures are between the messages. */
  readonly entries: readonly Entry[];
};

/**
 * The most messages and changes in a slice, and the most characters of their lines. The first number is the recommendation of review tools.
 */
const sliceEventsMax = 10_000;
const sliceLengthMax = 2 * 1024 * 1024;

type Line = readonly [key: string, text: string];

/** Slices with messages, or with changes alone if there was no message on that day. Conversations that are not requested are left out. */
export async function* slicesOf(
  lines: AsyncIterable<Line>,
  conversations: ReadonlyMap<number, string>,
): AsyncGenerator<Slice> {
  let slice: { day: string; number: number; part: number; length: number; entries: Entry[] } | undefined;
  const finished = (): Slice[] => {
    const conversation = slice && conversations.get(slice.number);
    if (!slice || conversation === undefined || slice.entries.length === 0) return [];
    return [{ day: slice.day, conversation, part: slice.part, entries: slice.entries }];
  };
  for await (const { day, number, entry, length } of entriesOf(lines)) {
    const isSame = slice !== undefined && slice.day === day && slice.number === number;
    const isFull = slice && (slice.entries.length >= sliceEventsMax || slice.length + length > sliceLengthMax);
    if (!slice || !isSame || (isFull && slice.entries.length > 0)) {
      yield* finished();
      slice = { day, number, part: isSame && slice ? slice.part + 1 : 1, length: 0, entries: [] };
    }
    slice.entries.push(entry);
    slice.length += length;
  }
  yield* finished();
}

type Sorted = { readonly day: string; readonly number: number; readonly entry: Entry; readonly length: number };

/** Lines about the same message are consecutive. */
async function* entriesOf(lines: AsyncIterable<Line>): AsyncGenerator<Sorted> {
  let of = '';
  let facts: Fact[] = [];
  let length = 0;
  for await (const [key, text] of lines) {
    const next = key.slice(0, key.lastIndexOf('.'));
    const fact = JSON.parse(text) as Fact;
    const isChange = fact.act === 'joined' || fact.act === 'left';
    if (next !== of || isChange) {
      yield* entryOf(of, facts, length);
      [of, facts, length] = [next, [], 0];
    }
    facts.push(fact);
    length += text.length;
  }
  yield* entryOf(of, facts, length);
}

function* entryOf(key: string, facts: readonly Fact[], length: number): Generator<Sorted> {
  const [first] = facts;
  if (!first) return;
  const [day = '', number = ''] = key.split('.');
  const of = { day: new Date(Number(day) * dayMs).toISOString().slice(0, 10), number: Number(number), length };
  if (first.act === 'joined' || first.act === 'left') yield { ...of, entry: { kind: 'change', change: first } };
  else yield { ...of, entry: messageOf(facts) };
}

function messageOf(facts: readonly Fact[]): ReviewedMessage {
  const acts = <A extends Fact['act']>(...names: A[]) =>
    facts.filter((fact): fact is Extract<Fact, { act: A }> => names.includes(fact.act as A));
  const [sent] = acts('sent');
  if (!sent) throw new Error('an export has facts about a message that it does not have');
  const [deleted] = acts('deleted');
  const edits = acts('edited');
  const [moves, reactions, submessages] = [acts('moved'), acts('reacted', 'unreacted'), acts('added')];
  return { kind: 'message', sent, edits, moves, reactions, submessages, deleted };
}

/** Counts the contents of an export, and collects the named users. */
export class Tally {
  readonly users = new Set<number>();
  readonly #conversations = new Set<string>();
  readonly #counts = { messages: 0, edits: 0, deleted: 0, reactions: 0, attachments: 0 };

  add({ conversation, entries }: Slice): void {
    const counts = this.#counts;
    for (const entry of entries) {
      for (const { id } of whoIn(entry)) if (id !== null) this.users.add(id);
      if (entry.kind === 'change') continue;
      const { sent, edits, deleted, reactions } = entry;
      this.#conversations.add(conversation);
      counts.messages += 1;
      counts.edits += edits.length;
      counts.deleted += deleted ? 1 : 0;
      counts.reactions += reactions.filter(({ act }) => act === 'reacted').length;
      counts.attachments += new Set(
        [sent, ...edits].flatMap(({ attachments }) => attachments.map(({ id }) => id)),
      ).size;
    }
  }

  get counts(): ReviewCounts {
    return { ...this.#counts, conversations: this.#conversations.size };
  }
}

/** All named users, those who act first. */
export function whoIn(entry: Entry): Who[] {
  if (entry.kind === 'change') return [...entry.change.users, entry.change.by];
  const { sent, edits, moves, reactions, submessages, deleted } = entry;
  const acts = [sent, ...edits, ...moves, ...reactions, ...submessages, ...(deleted ? [deleted] : [])];
  return [...acts.map(({ by }) => by), ...('with' in sent.where ? sent.where.with : [])];
}

export const lastText = ({ sent, edits }: ReviewedMessage): string | null => (edits.at(-1) ?? sent).content;

export const firstMessage = ({ entries }: Slice): ReviewedMessage | undefined =>
  entries.find((entry) => entry.kind === 'message');

/** The users who were subscribed to a chat stream when a message was sent there, ascending. */
export function subscribersAt({ memberships }: RealmState, channelId: number, messageId: number): UserId[] {
  const past = memberships.byChannel.get(channelId as ChannelId)?.past.keys() ?? [];
  const ever = new Set([...idsOf(membersOf(memberships, channelId)), ...past]);
  return [...ever]
    .filter((userId) => wasSubscribedFor(memberships, channelId as ChannelId, userId, messageId))
    .sort((a, b) => a - b);
}

/** The title of a conversation, for people. */
export const titleOf = (where: Where): string =>
  'with' in where ? where.with.map(({ name }) => name).join(', ') : where.stream;
