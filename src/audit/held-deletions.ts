/**
 * The effect of legal holds on deletions. Before the events of a deleted message would be removed from the log, an event records that they
 * stay. When the last hold on the message ends, they are removed.
 */
import { endHeldDeletions } from '../../commands/hold/end-held-deletions.ts';
import { holdDeletion } from '../../commands/hold/hold-deletion.ts';
import { holdFileDeletion } from '../../commands/hold/hold-file-deletion.ts';
import { handlerOf } from '../define/handlers.ts';
import { serviceClient } from '../engine/decide/by-service.ts';
import type { Executed, Executing, Order } from '../engine/decide/executor.ts';
import { decode } from '../engine/follow/decode.ts';
import { newestEvent, storedEvents } from '../engine/follow/event-reader.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import { type EventLog, EventLogUnavailable } from '../ports/event-log.ts';
import { factsBeforeDeletion, factsOfDeleted } from '../state/holds.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { FileId, MessageId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { logStream } from '../vocabulary/log-streams.ts';

export type HeldDeletionsParts = {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly executor: Executing;
};

/** An order of the service itself, because of the event. */
export const orderOf = ({ realmId, metadata, id }: Recorded): Order => ({
  realmId,
  actor: null,
  client: serviceClient,
  requestId: metadata.requestId,
  causedBy: id,
});

/** The result of a command. Throws if the command must be tried again. */
export function resultOf<R>(done: Executed<R>): R {
  if (done.ok) return done.result;
  if (done.refusal.code === 'unavailable') throw new EventLogUnavailable(done.refusal.detail);
  throw new Error(`a command of the service itself was refused: ${done.refusal.code}`);
}

/** Whether the events of a deleted message, or a deleted file, must stay. If so, that is recorded. */
export type IsHeld = (deletion: Recorded<'MessageDeleted'> | Recorded<'FileDeleted'>) => Promise<boolean>;

export const heldDeletions =
  ({ log, state, executor }: HeldDeletionsParts): IsHeld =>
  async (deletion) => {
    const realm = state.realms.get(deletion.realmId);
    if (deletion.type === 'FileDeleted') {
      if (deletion.data.held) return true;
      const { fileId } = deletion.data;
      const isHeld = realm?.files.held.has(fileId) ?? false;
      return isHeld && resultOf(await executor.execute(holdFileDeletion, { fileId }, orderOf(deletion))).held;
    }
    if (!realm || deletion.data.erased) return false;
    const { byId, deleted } = realm.holds;
    // Every hold that precedes the deletion in the log is in the state by now. What it counts as held, only `HeldDeletionsEnded` lets go.
    if (byId.size === 0 && !deleted.has(deletion.data.messageId)) return false;
    const message = factsOfDeleted(await factsBefore(log, deletion), deletion.data);
    if (!message) return false;
    const { uploads = [] } = deletion.data;
    return resultOf(await executor.execute(holdDeletion, { message, uploads }, orderOf(deletion))).held;
  };

async function factsBefore(log: EventLog, { stream, revision }: Recorded) {
  let seen = factsBeforeDeletion.initial();
  for await (const stored of storedEvents(log, stream)) {
    if (stored.revision >= revision) break;
    const event = decode(stored);
    const handler = event && handlerOf(factsBeforeDeletion.on, event);
    if (event && handler) seen = handler(event, seen);
  }
  return seen;
}

/**
 * Performs the actions of the policy `released-holds`: it removes what no hold keeps any more. The state may not know whom a message mentioned
 * until that is recorded, so that another hold could seem not to cover it.
 */
export const releasedHolds = (parts: HeldDeletionsParts): Performer => ({
  kind: 'do',
  async perform(event, signal) {
    const { log, state, executor } = parts;
    const realm = state.realms.get(event.realmId);
    if (!realm) return;
    for (const { messageId, onRecord } of realm.holds.deleted.values()) {
      if (onRecord) continue;
      signal.throwIfAborted();
      const deletion = await newestEvent(log, logStream.message(event.realmId, messageId));
      if (deletion?.type === 'MessageDeleted') await heldDeletions(parts)(deletion);
    }
    const end = async (messageIds: MessageId[], fileIds: FileId[]): Promise<void> =>
      void resultOf(await executor.execute(endHeldDeletions, { messageIds, fileIds }, orderOf(event)));
    for (const messageIds of inParts(realm.holds.deleted.keys())) {
      signal.throwIfAborted();
      await end(messageIds, []);
    }
    // Files come after messages, because a held message keeps its files.
    for (const fileIds of inParts(realm.files.held.keys())) {
      signal.throwIfAborted();
      await end([], fileIds);
    }
  },
});

/** Splits the keys into parts. Entries may be removed in the meantime. */
function* inParts<I>(ids: Iterable<I>): Generator<I[]> {
  let part: I[] = [];
  for (const id of ids) {
    part.push(id);
    if (part.length < limits.heldDeletionsEndedMax) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
