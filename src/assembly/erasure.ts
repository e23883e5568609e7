/** Assembles the parts that remove content: deletions, legal holds on them, and erasures. */
import { type ContentErasureParts, contentErasure } from '../audit/content-erasure.ts';
import { erasure } from '../audit/erasure.ts';
import { heldDeletions, releasedHolds } from '../audit/held-deletions.ts';
import { orphanedFiles } from '../audit/orphaned-files.ts';
import type { Engine } from '../engine/engine.ts';
import type { Contents } from '../engine/files/contents.ts';
import { eventReader } from '../engine/follow/event-reader.ts';
import { keptDeletions } from '../engine/follow/kept-deletions.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { EventLog } from '../ports/event-log.ts';
import { type ChannelsOf, erasablePage, erasableRepeatedTexts, pagesOf } from '../queries/erasable.ts';
import { channelsOf } from '../state/topics.ts';

type Given = {
  readonly log: EventLog;
  readonly contents: Contents;
  /** The removals that have begun. */
  readonly removals: Set<Promise<void>>;
  readonly withdrawExports: ContentErasureParts['withdrawExports'];
};
type OfEngine = Pick<Engine, 'state' | 'executor' | 'scrubber' | 'projector' | 'sealer' | 'read'>;

/** The messages of a target, page by page. Each page is read in a view of its own, so that no snapshot is held for long. */
export const erasablePages = ({ state, read }: Pick<Engine, 'state' | 'read'>): ContentErasureParts['pages'] =>
  async function* (realmId, target, above = 0) {
    const topics = state.realms.get(realmId)?.topics;
    if (!topics) return;
    const stoodIn: ChannelsOf = (id, place) => channelsOf(topics, id, place);
    yield* pagesOf((after) => read((view) => erasablePage(view, realmId, target, after, stoodIn)), above);
    if (target.kind === 'user')
      yield* pagesOf((after) => read((view) => erasableRepeatedTexts(view, realmId, target.userId, after, stoodIn)));
  };

/** Maps the name of a policy to its performer. */
export function erasing(
  { log, contents, removals, withdrawExports }: Given,
  { state, executor, scrubber, projector, sealer, read }: OfEngine,
): Record<string, Performer> {
  const parts = { log, state, executor };
  const isHeld = heldDeletions(parts);
  return {
    erasure: erasure(
      log,
      scrubber,
      (realmId, sha256) => contents.remove(realmId, sha256),
      isHeld,
      async (realmId, position, signal) => sealer?.sealed(realmId, position, signal),
      removals,
    ),
    'orphaned-files': orphanedFiles(isHeld),
    'released-holds': releasedHolds(parts),
    'content-erasures': contentErasure({
      state,
      executor,
      pages: erasablePages({ state, read }),
      withdrawExports,
      async kept(realmId, target) {
        const realm = state.realms.get(realmId);
        let count = 0;
        if (realm) for await (const _ of keptDeletions(realm, target, eventReader(log))) count += 1;
        return count;
      },
      absorbed: (position) => projector.reached(position),
    }),
  };
}
