/** Checks of what must hold after the faults have ended (docs/promises.md). */
import { type Acts, pause } from './acts.ts';
import type { Model } from './model.ts';
import { list, type Person } from './people.ts';
import type { Followed, Reader } from './reader.ts';
import type { Watcher } from './watcher.ts';
import type { World } from './world.ts';

/** Users got the events that follow from the log. */
export function assertKept(world: World, model: Model, acts: Acts, readers: readonly Reader[]): void {
  for (const { mark, state, messageId } of acts.attempts) {
    const message = model.byMark.get(mark);
    if (state === 'acknowledged' && message?.id !== messageId)
      world.fault(`${mark} was acknowledged as message ${messageId} and is not in the log`);
    if (state === 'refused' && message) world.fault(`${mark} was refused and is in the log`);
  }
  for (const reader of readers) for (const queue of reader.queues) assertDelivered(world, model, queue);
}

/** Rules about facts in several log streams hold as soon as the policies have acted. */
export async function assertRules(world: World, watcher: Watcher): Promise<void> {
  const odd = (): string[] => watcher.follow().streams.inconsistencies();
  for (let seconds = 0; seconds < 60 && odd().length > 0; seconds += 1) await pause(world, 1_000);
  for (const one of odd()) world.fault(one);
}

/** Each client event once, in the order of the log, and none that is not for the user. */
function assertDelivered(world: World, model: Model, queue: Followed): void {
  const known = model.queues.get(queue.queueId);
  if (!known) {
    world.fault(`queue ${queue.queueId} was registered and is not in the log`);
    return;
  }
  const end = Math.floor(queue.upTo / 1024);
  const wanted = known.expected.filter(
    ({ position, messageId }) => position > queue.after && position <= end && !model.isUnsettled(messageId),
  );
  const due = new Set(known.expected.map(({ position, messageId }) => `${position} ${messageId}`));
  const all = queue.received.filter(
    (event) =>
      !model.isUnsettled(event.messageId) &&
      (due.has(`${Math.floor(event.eventId / 1024)} ${event.messageId}`) ||
        !isDueToCurrentSubscribers(model, queue, event)),
  );
  let next = 0;
  for (const { type, messageId, position, isUnsure } of wanted) {
    const event = all[next];
    if (event?.type === type && event.messageId === messageId && Math.floor(event.eventId / 1024) === position)
      next += 1;
    // A message that was deleted meanwhile need not be delivered.
    else if (!isUnsure && (type === 'delete_message' || !model.messages.get(messageId)?.isDeleted)) {
      const about = `queue ${queue.queueId} of user ${queue.userId}, after ${queue.after} and up to ${end}`;
      world.fault(`${about}: due is ${type} ${messageId} at ${position}, received was ${JSON.stringify(event)}`);
      return;
    }
  }
  if (next < all.length)
    world.fault(
      `queue ${queue.queueId} of user ${queue.userId}: received beyond what is due: ${JSON.stringify(all[next])}`,
    );
}

/**
 * A change from so long ago that the subscribers of that time are no longer known goes to the current subscribers (docs/promises.md, 16).
 * Messages themselves go only to those who received them.
 */
function isDueToCurrentSubscribers(
  model: Model,
  { queueId }: Followed,
  { type, messageId }: Followed['received'][number],
): boolean {
  const [userId, place] = [model.queues.get(queueId)?.userId, model.messages.get(messageId)?.place];
  return (
    type !== 'message' &&
    userId !== undefined &&
    place?.kind === 'channel' &&
    model.isSubscribed(userId, place.channelId)
  );
}

/** The listings of every user on each process, which must follow from the log. */
export async function listings(world: World, model: Model, people: readonly Person[]): Promise<unknown> {
  const all: unknown[] = [];
  for (let place = 0; place < world.places; place += 1) {
    const ofProcess: unknown[] = [];
    for (const person of people) {
      const { userId } = person.account;
      if (!model.users.get(userId)?.isActive) continue;
      const everything = await listed(world, model, person, place, []);
      compare(world, model, userId, `user ${userId} at ${place}`, model.receivedBy(userId), everything);
      ofProcess.push(everything);
      for (const { id, name, isArchived, inviteOnly, received } of model.channels.values()) {
        const isSubscriber = model.isSubscribed(userId, id);
        const mayAsk = !isArchived && (isSubscriber || (!inviteOnly && model.users.get(userId)?.role !== 600));
        if (!mayAsk || received.size === 0) continue;
        const ofChannel = await listed(world, model, person, place, [{ operator: 'stream', operand: name }]);
        compare(world, model, userId, `user ${userId} at ${place} in ${name}`, model.inChannel(userId, id), ofChannel);
        ofProcess.push(ofChannel);
      }
    }
    all.push(ofProcess);
  }
  return all[0];
}

type Listed = { readonly id: number; readonly content: string; readonly place: string };

async function listed(world: World, model: Model, person: Person, place: number, narrow: object): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let anchor = 0; ; ) {
    const asked = { anchor, num_before: 0, num_after: 200, apply_markdown: false, narrow };
    const { status, body } = await person.insist('GET', '/messages', asked, world.at(place));
    if (status !== 200) {
      world.fault(`user ${person.account.userId} cannot list ${JSON.stringify(narrow)}: ${JSON.stringify(body)}`);
      return found;
    }
    for (const { id, content, stream_id, subject } of list(body.messages))
      found.push({ id: Number(id), content: String(content), place: `${String(stream_id)} ${String(subject)}` });
    if (String(body.found_newest) === 'true') return found.filter((one) => !model.isUnsettled(one.id));
    anchor = (found.at(-1)?.id ?? anchor) + 1;
  }
}

function compare(
  world: World,
  model: Model,
  userId: number,
  who: string,
  all: readonly number[],
  found: readonly Listed[],
): void {
  const due = all.filter((id) => !model.isUnsettled(id));
  const ids = found.map(({ id }) => id);
  if (JSON.stringify(ids) !== JSON.stringify(due)) {
    const missing = due.filter((id) => !ids.includes(id));
    const extra = ids.filter((id) => !due.includes(id));
    world.fault(`${who}: a listing lacks ${missing.slice(0, 10).join()} and has ${extra.slice(0, 10).join()} beyond`);
  }
  for (const { id, content } of found) {
    const message = model.messages.get(id);
    const newest = message && model.contentsFor(userId, message).at(-1);
    if (newest !== content) world.fault(`${who}: message ${id} reads ${content}, its newest content is ${newest}`);
  }
}
