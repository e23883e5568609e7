/** What a retention run finds: messages that were kept for long enough and that no legal hold keeps. */
import { HoldFinder } from '../state/holds.ts';
import type { RealmState } from '../state/realm-state.ts';
import { type RetentionScope, targetOfRun } from '../state/retention.ts';
import type { Erasable } from '../vocabulary/events/erasures.ts';
import type { Millis } from '../vocabulary/ids.ts';
import type { ContentErasureParts } from './content-erasure.ts';

type Pages = ContentErasureParts['pages'];

/** From the oldest. Messages are in the order of their times: a page without one that is old enough is the last. */
async function* oldPages(
  pages: Pages,
  { realmId }: RealmState,
  scope: RetentionScope,
  until: Millis,
): AsyncGenerator<readonly Erasable[]> {
  for await (const page of pages(realmId, targetOfRun(scope, until))) {
    if (page.length === 0) return;
    yield page;
  }
}

/** Whether a run would erase anything. */
export async function isAnythingDue(
  pages: Pages,
  state: RealmState,
  scope: RetentionScope,
  until: Millis,
): Promise<boolean> {
  const finder = new HoldFinder(state);
  for await (const page of oldPages(pages, state, scope, until))
    if (page.some(({ facts }) => finder.over(facts).length === 0)) return true;
  return false;
}

export type Due = { messages: number; events: number; bytes: number; held: number; oldest: Millis | undefined };

/** What a run would erase: `held` of the messages are passed over, and not counted among the others. */
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
