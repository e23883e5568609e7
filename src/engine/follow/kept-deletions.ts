/** Finds deleted messages of an erasure's target whose events a legal hold keeps in the log. No read model contains them. */
import type { HeldDeletion } from '../../state/holds.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { ErasureTarget } from '../../vocabulary/events/erasures.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { MessageId, RealmId } from '../../vocabulary/ids.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import type { eventReader } from './event-reader.ts';

type Events = ReturnType<typeof eventReader>;

export async function* keptDeletions(
  { realmId, holds: { deleted } }: Pick<RealmState, 'realmId' | 'holds'>,
  target: ErasureTarget,
  events: Events,
): AsyncGenerator<HeldDeletion> {
  if (target.kind === 'messages') {
    for (const messageId of target.messageIds) {
      const message = deleted.get(messageId);
      if (message) yield message;
    }
    return;
  }
  const wanted = target.kind === 'channel' && target.topic !== null ? foldCase(target.topic) : undefined;
  for (const message of deleted.values()) {
    if (!mayBeOf(target, message)) continue;
    const { messageId, topic } = message;
    if (wanted !== undefined && foldCase(topic ?? (await topicOf(events, realmId, messageId))) !== wanted) continue;
    yield message;
  }
}

/**
 * Whether the message belongs to the target, apart from its topic. The last entry of `stoodIn` is the stream that it was in when it was
 * deleted.
 */
function mayBeOf(
  target: Exclude<ErasureTarget, { kind: 'messages' }>,
  { senderId, sentAt, stoodIn }: HeldDeletion,
): boolean {
  if (target.kind === 'user') return senderId === target.userId;
  if (target.until !== null && sentAt >= target.until) return false;
  return target.kind === 'private' ? stoodIn.length === 0 : stoodIn.at(-1) === target.channelId;
}

const pageSize = 64;

/** The topic of the message according to its deletion, which is the newest event of its log stream. */
async function topicOf(events: Events, realmId: RealmId, messageId: MessageId): Promise<string> {
  for (let from = 0; ; from += pageSize) {
    const page = await events(logStream.message(realmId, messageId), from, pageSize);
    const deletion = page.find(({ type }) => type === 'MessageDeleted');
    if (deletion?.type === 'MessageDeleted')
      return deletion.data.place.kind === 'channel' ? deletion.data.place.topic : '';
    if (page.length === 0) return '';
  }
}
