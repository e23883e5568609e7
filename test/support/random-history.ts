/** Random histories of an organization, for property tests: all kinds of events, in an order that a log may have. */
import fc from 'fast-check';
import type { Emoji } from '../../src/vocabulary/events/reactions.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import type { BotType, Role } from '../../src/vocabulary/roles.ts';
import { fileDeleted, uploads } from './file-writes.ts';
import type { Given } from './given.ts';
import { deletionHeld, facts, heldDeletionsEnded } from './hold-writes.ts';
import * as past from './past-events.ts';
import { scheduledEnds, schedules } from './scheduled-writes.ts';

/** Users 1–6: a member, another, a guest, a generic bot, an outgoing-webhook bot, an administrator. */
export const userIds = [1, 2, 3, 4, 5, 6] as const;
const accounts: Record<number, { role?: Role; bot?: BotType }> = {
  3: { role: 600 },
  4: { bot: 1 },
  5: { bot: 3 },
  6: { role: 200 },
};

/** Channels 1–4: public, public, private, private with open history. */
export const channelIds = [1, 2, 3, 4] as const;
export const topics = ['alpha', 'Alpha', 'beta'] as const;
const vocabulary = ['red', 'green', 'blue', 'Red', 'one-two', 'x'] as const;

const user = fc.constantFrom(...userIds);
const channel = fc.constantFrom(...channelIds);
const topic = fc.constantFrom(...topics);
const emoji = fc.constantFrom<Emoji>(
  { name: 'tada', code: '1f389', type: 'unicode_emoji' },
  { name: 'zulip', code: 'zulip', type: 'zulip_extra_emoji' },
);
const content = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(channel, topic).map(([id, name]) => past.inTopic(id, name)) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(user, { minLength: 1, maxLength: 3 }).map((ids) => past.between(...ids)),
  },
);

type Step =
  | {
      kind: 'say';
      sender: number;
      place: Place;
      content: string;
      found: Found;
      client: string;
      alsoTo: number[];
      alerted: number[];
      readBy: number;
    }
  | { kind: 'join' | 'leave'; channel: number; user: number }
  | { kind: 'read'; user: number; scope: number; from: number; length: number; op: 'add' | 'remove' }
  | { kind: 'flag'; user: number; nth: number; flag: 'starred' | 'collapsed'; op: 'add' | 'remove' }
  | { kind: 'read-all'; user: number; last: number }
  | { kind: 'edit' | 'delete'; nth: number; content: string }
  | { kind: 'react'; nth: number; user: number; emoji: Emoji; back: boolean }
  | { kind: 'add'; nth: number; user: number; content: string }
  | { kind: 'upload'; sender: number; same: boolean }
  | { kind: 'schedule'; sender: number; place: Place; content: string }
  | { kind: 'unlink' | 'unschedule'; nth: number }
  | { kind: 'move'; nth: number; channel: number; topic: string; which: 'one' | 'later' | 'all' };
type Found = { mentioned: number[]; wildcard: boolean; hasLink: boolean; hasImage: boolean; uploads: number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      sender: user,
      place,
      content,
      found: fc.record({
        mentioned: fc.subarray([...userIds], { maxLength: 2 }),
        wildcard: fc.nat(5).map((n) => n === 0),
        hasLink: fc.boolean(),
        hasImage: fc.boolean(),
        uploads: fc.subarray([1, 2, 3]),
      }),
      client: fc.constantFrom('website', 'curl'),
      alerted: fc.subarray([...userIds], { maxLength: 2 }),
      alsoTo: fc.nat(5).map((n) => (n === 0 ? [4] : [])),
      readBy: fc.oneof(fc.constant(0), user),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('join', 'leave'), channel, user }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      user,
      scope: fc.constantFrom(0, ...channelIds),
      from: fc.integer({ min: 1, max: 30 }),
      length: fc.nat(9),
      op: fc.constantFrom('add', 'add', 'remove'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      user,
      nth: fc.nat(50),
      flag: fc.constantFrom('starred', 'collapsed'),
      op: fc.constantFrom('add', 'add', 'remove'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('read-all' as const), user, last: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upload' as const), sender: user, same: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('schedule' as const), sender: user, place, content }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('unlink', 'unschedule'), nth: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'delete'), nth: fc.nat(50), content }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('react' as const), nth: fc.nat(50), user, emoji, back: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), nth: fc.nat(50), user, content }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      nth: fc.nat(50),
      channel,
      topic,
      which: fc.constantFrom('one', 'later', 'all'),
    }),
  },
);

type SentMessage = {
  id: number;
  sender: number;
  place: Place;
  content: string;
  uploads: number[];
  /** How many submessages it has. */
  added?: number;
};

/** The beginning of every history: the people, one event queue, and the channels. */
export const beginning: readonly Given[] = [
  past.founded(),
  ...userIds.flatMap((id) => past.newUser(id, accounts[id])),
  past.listens(2, '1:0'),
  past.opened(1, 'general', [1, 2, 3]),
  past.opened(2, 'random', [1]),
  past.opened(3, 'secret', [1, 2], { inviteOnly: true }),
  past.opened(4, 'archive', [2], { inviteOnly: true, historyPublic: true }),
];

/** `deleted`: the messages that are deleted at the end. */
export type RandomPast = { readonly events: readonly Given[]; readonly deleted: ReadonlySet<number> };

export const randomPast = (stepsMax = 60): fc.Arbitrary<RandomPast> =>
  fc.array(step, { maxLength: stepsMax, size: 'max' }).map(historyOf);

function historyOf(steps: readonly Step[]): RandomPast {
  const events: Given[] = [...beginning];
  const existing: SentMessage[] = [];
  const deleted = new Set<number>();
  let lastId = 0;
  const files: { id: number; by: number }[] = [];
  let lastFileId = 0;
  const scheduled: { id: number; by: number }[] = [];
  let lastScheduledId = 0;
  for (const taken of steps) {
    switch (taken.kind) {
      case 'say': {
        lastId += 1;
        const { sender, content, found, client, readBy } = taken;
        const where = taken.place.kind === 'private' ? past.between(sender, ...taken.place.userIds) : taken.place;
        const alsoTo = where.kind === 'channel' ? taken.alsoTo : [];
        const linked = found.uploads.filter((id) => id <= lastFileId);
        const rendered = past.text(content, {
          ...found,
          mentioned: found.mentioned as never,
          uploads: linked as never,
        });
        const alerted = taken.alerted.length > 0 ? { alerted: taken.alerted } : {};
        events.push(past.sends(lastId, sender, where, rendered, { client, alsoTo, readBy, ...alerted }));
        existing.push({ id: lastId, sender, place: where, content, uploads: linked });
        break;
      }
      case 'read': {
        const { from, length, op } = taken;
        const read = { [taken.scope]: [[from, from + length]] } as const;
        events.push(past.flagsSet(taken.user, 'read', [from], { op, read }));
        break;
      }
      case 'read-all':
        events.push(past.readsAll(taken.user, taken.last));
        break;
      case 'flag': {
        const message = existing[taken.nth % existing.length];
        if (message) events.push(past.flagsSet(taken.user, taken.flag, [message.id], { op: taken.op }));
        break;
      }
      case 'join':
        events.push(past.joins(taken.channel, taken.user));
        break;
      case 'leave':
        events.push(past.leaves(taken.channel, taken.user));
        break;
      case 'edit': {
        const message = existing[taken.nth % existing.length];
        if (!message) break;
        events.push(past.edits(message.id, message.sender, message.place, taken.content, message.content));
        message.content = taken.content;
        break;
      }
      case 'delete': {
        const [message] = existing.splice(taken.nth % Math.max(existing.length, 1), 1);
        if (!message) break;
        deleted.add(message.id);
        events.push(past.deletes(message.id, message.sender, message.place, message.uploads));
        if (taken.content.length % 3 > 0) break;
        // A legal hold kept it, perhaps until just now.
        events.push(deletionHeld(facts(message.id, message.sender), message.uploads));
        if (taken.content.length % 2 > 0) events.push(heldDeletionsEnded([message.id]));
        break;
      }
      case 'upload':
        lastFileId += 1;
        files.push({ id: lastFileId, by: taken.sender });
        events.push(uploads(lastFileId, taken.sender, taken.same ? { sha256: 'same' } : {}));
        break;
      case 'schedule':
        lastScheduledId += 1;
        scheduled.push({ id: lastScheduledId, by: taken.sender });
        events.push(schedules(lastScheduledId, taken.sender, taken.place, { content: taken.content }));
        break;
      case 'unschedule': {
        const [ended] = scheduled.splice(taken.nth % Math.max(scheduled.length, 1), 1);
        if (ended) events.push(scheduledEnds(ended.id, ended.by));
        break;
      }
      case 'unlink': {
        const [file] = files.splice(taken.nth % Math.max(files.length, 1), 1);
        if (file) events.push(fileDeleted(file.id, file.by));
        break;
      }
      case 'react': {
        const message = existing[taken.nth % Math.max(existing.length, 1)];
        const { user: by, emoji: used, back } = taken;
        if (message) events.push(past.reacts(message.id, by, message.place, used, { back }));
        break;
      }
      case 'add': {
        const message = existing[taken.nth % Math.max(existing.length, 1)];
        if (message) {
          message.added = (message.added ?? 0) + 1;
          events.push(past.submessaged(message.id, message.added, taken.user, message.place, taken.content));
        }
        break;
      }
      case 'move':
        move(events, existing, taken);
        break;
    }
  }
  return { events, deleted };
}

function move(
  events: Given[],
  existing: SentMessage[],
  { nth, channel, topic, which }: Extract<Step, { kind: 'move' }>,
) {
  const anchor = existing[nth % Math.max(existing.length, 1)];
  if (anchor?.place.kind !== 'channel') return;
  const from = anchor.place;
  events.push(past.moves(anchor.id, { channel: from.channelId, topic: from.topic }, { channel, topic }, which));
  for (const message of existing) {
    const { place } = message;
    if (place.kind !== 'channel' || place.channelId !== from.channelId) continue;
    if (place.topic.toLowerCase() !== from.topic.toLowerCase()) continue;
    if (which === 'all' || message === anchor || (which === 'later' && message.id > anchor.id))
      message.place = past.inTopic(channel, topic);
  }
}
