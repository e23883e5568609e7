/** The target of an erasure: its parameters, what it would erase, and which legal holds prevent it. */
import type { Call } from '../../../define/endpoint.ts';
import { keptDeletions } from '../../../engine/follow/kept-deletions.ts';
import { HoldFinder, holdsOnPerson } from '../../../state/holds.ts';
import type { Erasable, ErasureTarget } from '../../../vocabulary/events/erasures.ts';
import type { ChannelId, HoldId, MessageId, Millis, UserId } from '../../../vocabulary/ids.ts';
import { confusing, invalid } from '../../request/parameter-errors.ts';
import { ProblemError } from '../../response/problem.ts';
import type { Services } from '../../services.ts';

type Named = {
  readonly message_ids?: readonly MessageId[] | undefined;
  readonly user_id?: UserId | undefined;
  readonly stream_id?: ChannelId | undefined;
  readonly topic?: string | undefined;
  readonly until?: Millis | undefined;
};

/** Throws a 400 unless exactly one target is named. */
export function targetOf({ message_ids, user_id, stream_id, topic, until }: Named): ErasureTarget {
  const named = Object.entries({ message_ids, user_id, stream_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const [first = '', second] = named;
  if (second !== undefined) throw new ProblemError(confusing(first, second));
  if (stream_id === undefined && (topic ?? until) !== undefined)
    throw new ProblemError(invalid("'topic' and 'until' need 'stream_id'"));
  if (user_id !== undefined) return { kind: 'user', userId: user_id };
  if (stream_id !== undefined)
    return { kind: 'channel', channelId: stream_id, topic: topic ?? null, until: until ?? null };
  return { kind: 'messages', messageIds: [...new Set(message_ids)] };
}

type Counting = Pick<Call<unknown>, 'realmId' | 'charge'>;

/** Reads the messages page by page, so that no request waits for all of them. Each page counts as a request. */
async function* pagesOf(
  { erasablePages }: Pick<Services, 'erasablePages'>,
  { realmId, charge }: Counting,
  target: ErasureTarget,
): AsyncGenerator<readonly Erasable[]> {
  for await (const page of erasablePages(realmId, target)) {
    yield page;
    charge(1);
  }
}

/** What would be erased, in numbers. `held` also counts deleted messages that a hold keeps. */
export async function previewOf(
  services: Pick<Services, 'erasablePages' | 'realm' | 'events'>,
  counting: Counting,
  target: ErasureTarget,
) {
  const realm = services.realm(counting.realmId);
  const finder = new HoldFinder(realm);
  const total = { messages: 0, events: 0, bytes: 0, held: 0 };
  for await (const page of pagesOf(services, counting, target))
    for (const { facts, events, bytes } of page) {
      total.messages += 1;
      total.events += events;
      total.bytes += bytes;
      if (finder.over(facts).length > 0) total.held += 1;
    }
  for await (const _ of keptDeletions(realm, target, services.events)) total.held += 1;
  return total;
}

/**
 * The names of the holds that cover something of the target. These are the holds of the first page that has any, or of the first deleted
 * message that is kept.
 */
export async function holdsOver(
  services: Pick<Services, 'erasablePages' | 'realm' | 'events'>,
  counting: Counting,
  target: ErasureTarget,
): Promise<string[]> {
  const realm = services.realm(counting.realmId);
  const { byId } = realm.holds;
  if (byId.size === 0) return [];
  const found = new Set<HoldId>(target.kind === 'user' ? holdsOnPerson(realm.holds, target.userId) : []);
  const finder = new HoldFinder(realm);
  if (found.size === 0)
    for await (const page of pagesOf(services, counting, target)) {
      for (const { facts } of page) for (const holdId of finder.over(facts)) found.add(holdId);
      if (found.size > 0) break;
    }
  if (found.size === 0)
    for await (const kept of keptDeletions(realm, target, services.events)) {
      for (const holdId of finder.over(kept)) found.add(holdId);
      if (found.size > 0) break;
    }
  return [...found].map((holdId) => byId.get(holdId)?.name ?? '');
}
