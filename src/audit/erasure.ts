/** Erasure of what was deleted or replaced: it leaves the log at once, and the disk at the next scrub; files leave their store at once. */
import { decode } from '../engine/follow/decode.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Scrubber } from '../engine/scrubber.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type LogStream, logStream } from '../vocabulary/log-streams.ts';
import type { IsHeld } from './held-deletions.ts';

/** Removes bytes that no file of the organization has any more. */
export type RemoveContent = (realmId: RealmId, sha256: string) => Promise<void>;

/** Performs the actions of the policy `erasure` (`src/policies/erasure.ts`). An action is done when a scrub of log and read store has ended. */
export const erasure = (
  log: EventLog,
  scrubber: Scrubber,
  removeContent: RemoveContent,
  isHeld: IsHeld,
): Performer => ({
  kind: 'do',
  async perform(event) {
    if (event.type === 'MessageDeleted') {
      if (await isHeld(event)) return;
      await log.truncate(event.stream, event.revision);
    } else if (event.type === 'PasswordSet' || event.type === 'ScheduledMessageEnded')
      await log.truncate(event.stream, event.revision);
    else if (event.type === 'AvatarChanged')
      return event.data.previous === null ? undefined : removeContent(event.realmId, event.data.previous);
    else if (event.type === 'FileDeleted') {
      if (event.data.held) return;
      await eraseFile(log, event, removeContent);
    } else if (event.type === 'HeldDeletionsEnded') await eraseHeld(log, event, removeContent);
    else return;
    await scrubber.requested(event.metadata.at);
  },
});

async function eraseHeld(
  log: EventLog,
  { realmId, data }: Recorded<'HeldDeletionsEnded'>,
  removeContent: RemoveContent,
) {
  const newest = async (stream: LogStream): Promise<Recorded | undefined> => {
    const [stored] = await log.readStream(stream, { direction: 'backward', limit: 1 });
    return stored && decode(stored);
  };
  for (const messageId of data.messageIds) {
    const deleted = await newest(logStream.message(realmId, messageId));
    if (deleted?.type === 'MessageDeleted') await log.truncate(deleted.stream, deleted.revision);
  }
  for (const fileId of data.fileIds) {
    const deleted = await newest(logStream.file(realmId, fileId));
    if (deleted?.type === 'FileDeleted') await eraseFile(log, deleted, removeContent);
  }
}

/** The hash stands in the log until the bytes are gone, so that an erasure that was interrupted can be repeated. */
async function eraseFile(log: EventLog, event: Recorded<'FileDeleted'>, removeContent: RemoveContent): Promise<void> {
  const stream = logStream.file(event.realmId, event.data.fileId);
  const [stored] = await log.readStream(stream, { limit: 1 });
  const uploaded = stored && decode(stored);
  if (uploaded?.type === 'FileUploaded') await removeContent(event.realmId, uploaded.data.sha256);
  await log.truncate(stream, event.revision);
}
