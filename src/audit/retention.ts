/** The messages that a retention run erases: those that have been kept for long enough and that no legal hold keeps. */
import { type Hold, HoldFinder } from '../state/holds.ts';
import type { RealmState } from '../state/realm-state.ts';
import { type RetentionScope, targetOfRun } from '../state/retention.ts';
import type { Erasable } from '../vocabulary/events/erasures.ts';
import type { Millis } from '../vocabulary/ids.ts';
import type { ContentErasureParts } from './content-erasure.ts';

type Pages = ContentErasureParts['pages'];

/** Pages beginning with the oldest message. Messages are in the order of their times, so that a page without an old message is the last. */
async function* oldPages(
  pages: Pages,
  { realmId }: RealmState,
  scope: RetentionScope,
  until: Millis,
  after = 0,
): AsyncGenerator<readonly Erasable[]> {
  for await (const page of pages(realmId, targetOfRun(scope, until), after)) {
    if (page.length === 0) return;
    yield page;
  }
}

/** A cached result: under `holds`, every message up to `after` that is old enough is held. */
type Passed = { after: number; readonly holds: readonly Hold[]; readonly since: Millis };

/** The cached result is dropped after a day, because messages may have been moved to the scope or edited. */
const passedAgainMs = 24 * 60 * 60 * 1000;

/** The returned function checks whether a run would erase anything. It caches up to which message all are held. */
export function retentionCheck(pages: Pages) {
  const earlier = new Map<string, Passed>();
  return async (state: RealmState, scope: RetentionScope, until: Millis): Promise<boolean> => {
    const key = `${state.realmId}.${scope}`;
    const holds = [...state.holds.byId.values()];
    const known = earlier.get(key);
    const passed = known && isStillTrue(known, holds, until) ? known : { after: 0, holds, since: until };
    earlier.set(key, passed);
    const finder = new HoldFinder(state);
    for await (const page of oldPages(pages, state, scope, until, passed.after)) {
      if (page.some(({ facts }) => finder.over(facts).length === 0)) return true;
      passed.after = Math.max(passed.after, ...page.map(({ facts }) => facts.messageId));
    }
    return false;
  };
}

/** A changed hold is another object. */
const isStillTrue = ({ holds, since }: Passed, now: readonly Hold[], until: Millis): boolean =>
  Math.abs(until - since) < passedAgainMs &&
  holds.length === now.length &&
  holds.every((hold, index) => hold === now[index]);

export type Due = { messages: number; events: number; bytes: number; held: number; oldest: Millis | undefined };

/** What a run would erase. `held`: messages that are passed over and not counted among the others. */
export async function countDue(pages: Pages, state: RealmState, scope: RetentionScope, until: Millis): Promise<Due> {
  const finder = new HoldFinder(state);
  const due: Due = { messages: 0, events: 0, bytes: 0, held: 0, oldest: undefined };
  for await (const page of oldPages(pages, state, scope, until))
    for (const { facts, events, bytes } of page) {
      if (finder.over(facts).length > 0) {
        due.held += 1;
        continue;
      }
      due.messages += 1;
      due.events += events;
      due.bytes += bytes;
      due.oldest ??= facts.sentAt;
    }
  return due;
}
