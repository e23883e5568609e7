/** What removes deleted content from the stores, put together. */
import { endHeldDeletions } from '../commands/hold/end-held-deletions.ts';
import { holdDeletion } from '../commands/hold/hold-deletion.ts';
import { erasure } from './audit/erasure.ts';
import { type HeldDeletionsParts, heldDeletions, releasedHolds } from './audit/held-deletions.ts';
import { orphanedFiles } from './audit/orphaned-files.ts';
import type { Executor } from './engine/decide/executor.ts';
import type { Contents } from './engine/files/contents.ts';
import type { Scrubber } from './engine/scrubber.ts';
import type { Sealer } from './engine/seal/sealer.ts';
import type { EventLog } from './ports/event-log.ts';
import type { ServerState } from './state/realm-state.ts';

/** What removes deleted content, and what legal holds keep of it. */
export function erasing(
  log: EventLog,
  state: ServerState,
  executor: Executor,
  scrubber: Scrubber,
  contents: Contents,
  sealer: Sealer | undefined,
  removals: Set<Promise<void>>,
) {
  const parts: HeldDeletionsParts = {
    log,
    state,
    hold: (deletion, order) => executor.execute(holdDeletion, deletion, order),
    end: (ended, order) => executor.execute(endHeldDeletions, ended, order),
  };
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
  };
}
