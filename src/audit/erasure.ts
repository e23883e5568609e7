/** Removes deleted and replaced data: from the log at once, and from the disk with the next scrub. Files leave their store at once. */
import { during } from '../define/under-way.ts';
import { decode } from '../engine/follow/decode.ts';
import { newestEvent } from '../engine/follow/event-reader.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Scrubber } from '../engine/scrubber.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';
import type { IsHeld } from './held-deletions.ts';

/** Removes bytes that no file of the organization has any more. */
type RemoveContent = (realmId: RealmId, sha256: string) => Promise<void>;

/** Resolves when all recorded events of the organization up to the position are sealed. Unsealed events must not be removed. */
export type Sealed = (realmId: RealmId, position: number, signal: AbortSignal) => Promise<void>;

/**
 * Performs the actions of the policy `erasure` (`src/policies/erasure.ts`). An action is done when a scrub of log and read store has ended.
 * `underWay`: the removals that have begun.
 */
export const erasure = (
  log: EventLog,
  scrubber: Scrubber,
  removeContent: RemoveContent,
  isHeld: IsHeld,
  sealed: Sealed,
  underWay: Set<Promise<void>> = new Set(),
): Performer => ({
  kind: 'do',
  async perform(event, signal) {
    if (event.type === 'AvatarChanged')
      return event.data.previous === null ? undefined : removeContent(event.realmId, event.data.previous);
    if ((event.type === 'MessageDeleted' || event.type === 'FileDeleted') && (await isHeld(event))) return;
    if (isRecorded(event.kind, event.type)) await sealed(event.realmId, event.position, signal);
    await during(underWay, remove(log, event, removeContent, isHeld));
    await scrubber.requested(event.metadata.at);
  },
});

/** Another hold may have been placed since the messages were let go. It keeps those that are still in the log. */
async function eraseHeld(
  log: EventLog,
  { realmId, data }: Recorded<'HeldDeletionsEnded'>,
  removeContent: RemoveContent,
  isHeld: IsHeld,
) {
  for (const messageId of data.messageIds) {
    const deleted = await newestEvent(log, logStream.message(realmId, messageId));
    if (deleted?.type === 'MessageDeleted' && !(await isHeld(deleted)))
      await log.truncate(deleted.stream, deleted.revision);
  }
  for (const fileId of data.fileIds) {
    const deleted = await newestEvent(log, logStream.file(realmId, fileId));
    if (deleted?.type === 'FileDeleted') await eraseFile(log, deleted, removeContent);
  }
}

async function remove(log: EventLog, event: Recorded, removeContent: RemoveContent, isHeld: IsHeld): Promise<void> {
  switch (event.type) {
    case 'MessageDeleted':
    case 'EventsWithdrawn':
    case 'PasswordSet':
    case 'ScheduledMessageEnded':
    case 'InvitationEnded':
    case 'PersonErased':
    case 'UserWordsErased':
      return log.truncate(event.stream, event.revision);
    case 'FileDeleted':
      return eraseFile(log, event, removeContent);
    case 'HeldDeletionsEnded':
      return eraseHeld(log, event, removeContent, isHeld);
  }
}

/** The log contains the hash until the bytes are removed, so that an interrupted erasure can be repeated. */
async function eraseFile(log: EventLog, event: Recorded<'FileDeleted'>, removeContent: RemoveContent): Promise<void> {
  const stream = logStream.file(event.realmId, event.data.fileId);
  const [stored] = await log.readStream(stream, { limit: 1 });
  const uploaded = stored && decode(stored);
  if (uploaded?.type === 'FileUploaded') await removeContent(event.realmId, uploaded.data.sha256);
  await log.truncate(stream, event.revision);
}
