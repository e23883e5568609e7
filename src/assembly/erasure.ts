/** Assembles the parts that remove content: deletions, legal holds on them, and erasures. */
import { beginErasingPerson } from '../../commands/erasure/begin-erasing-person.ts';
import { completeErasure } from '../../commands/erasure/complete-erasure.ts';
import { eraseContent } from '../../commands/erasure/erase-content.ts';
import { eraseMessage } from '../../commands/erasure/erase-message.ts';
import { erasePerson } from '../../commands/erasure/erase-person.ts';
import { eraseScheduledMessage } from '../../commands/erasure/erase-scheduled-message.ts';
import { eraseWords } from '../../commands/erasure/erase-words.ts';
import { deleteFile } from '../../commands/file/delete-file.ts';
import { endHeldDeletions } from '../../commands/hold/end-held-deletions.ts';
import { holdDeletion } from '../../commands/hold/hold-deletion.ts';
import { holdFileDeletion } from '../../commands/hold/hold-file-deletion.ts';
import { changeAvatar } from '../../commands/user/change-avatar.ts';
import { type ContentErasureParts, contentErasure } from '../audit/content-erasure.ts';
import { erasure } from '../audit/erasure.ts';
import { type HeldDeletionsParts, heldDeletions, releasedHolds } from '../audit/held-deletions.ts';
import { orphanedFiles } from '../audit/orphaned-files.ts';
import type { Engine } from '../engine/engine.ts';
import type { Contents } from '../engine/files/contents.ts';
import { eventReader } from '../engine/follow/event-reader.ts';
import { keptDeletions } from '../engine/follow/kept-deletions.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { EventLog } from '../ports/event-log.ts';
import { type ChannelsOf, erasablePage, erasableRepeatedTexts } from '../queries/erasable.ts';
import { channelsOf } from '../state/topics.ts';
import type { Erasable } from '../vocabulary/events/erasures.ts';

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

type Page = { readonly messages: readonly Erasable[]; readonly last?: number };

async function* pagesOf(pageAfter: (after: number) => Promise<Page>, above = 0): AsyncGenerator<readonly Erasable[]> {
  for (let after: number | undefined = above; after !== undefined; ) {
    const page: Page = await pageAfter(after);
    yield page.messages;
    after = page.last;
  }
}

/** Maps the name of a policy to its performer. */
export function erasing(
  { log, contents, removals, withdrawExports }: Given,
  { state, executor, scrubber, projector, sealer, read }: OfEngine,
): Record<string, Performer> {
  const parts: HeldDeletionsParts = {
    log,
    state,
    hold: (deletion, order) => executor.execute(holdDeletion, deletion, order),
    holdFile: (file, order) => executor.execute(holdFileDeletion, file, order),
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
    'content-erasures': contentErasure({
      state,
      pages: erasablePages({ state, read }),
      erase: (input, order) => executor.execute(eraseContent, input, order),
      eraseMessage: (input, order) => executor.execute(eraseMessage, { ...input, onRecord: true }, order),
      deleteFile: (input, order) => executor.execute(deleteFile, input, order),
      eraseScheduledMessage: (input, order) => executor.execute(eraseScheduledMessage, input, order),
      beginPerson: (input, order) => executor.execute(beginErasingPerson, input, order),
      removeAvatar: (userId, order) => executor.execute(changeAvatar, { userId, avatar: null }, order),
      erasePerson: (input, order) => executor.execute(erasePerson, input, order),
      eraseWords: (input, order) => executor.execute(eraseWords, input, order),
      complete: (input, order) => executor.execute(completeErasure, input, order),
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
