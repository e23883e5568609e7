/** GET /messages/{message_id}/history: the message as it was sent, and after each change. */
import type { Edit, MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Snapshot } from '../wire/message.ts';
import { reachableMessage } from './visibility.ts';

/** Oldest first. Throws `Refused` (`message-missing`). */
export async function messageHistory(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
  work: TextWork,
): Promise<Snapshot[]> {
  return snapshotsOf(await reachableMessage(view, realmId, userId, messageId), work);
}

/** An edit stores the values that it replaced, so the versions are reconstructed backwards from the current one. */
async function snapshotsOf(
  { edits, sentAt, senderId, ...message }: MessageDocument,
  work: TextWork,
): Promise<Snapshot[]> {
  let version = { topic: message.topic ?? '', content: message.content, html: message.html };
  const snapshots: Snapshot[] = [];
  for (const edit of [...edits].reverse()) {
    snapshots.unshift({ ...shown(version), ...by(edit), ...(await changes(edit, version.html, work)) });
    version = { ...version, ...before(edit) };
  }
  return [{ ...shown(version), ...by({ at: sentAt, userId: senderId }) }, ...snapshots];
}

type Version = { readonly topic: string; readonly content: string; readonly html: string };

const shown = ({ topic, content, html }: Version) => ({ topic, content, rendered_content: html });

const by = ({ at, userId }: Pick<Edit, 'at' | 'userId'>) => ({ timestamp: Math.floor(at / 1000), user_id: userId });

const before = ({ topic, content, html }: Edit): Partial<Version> => ({
  ...(topic === undefined ? {} : { topic }),
  ...(content === undefined || html === undefined ? {} : { content, html }),
});

const changes = async (
  { topic, channelId, content, html }: Edit,
  htmlAfter: string,
  work: TextWork,
): Promise<Partial<Snapshot>> => ({
  ...(topic === undefined ? {} : { prev_topic: topic }),
  ...(channelId === undefined ? {} : { prev_stream: channelId }),
  ...(content === undefined || html === undefined
    ? {}
    : { prev_content: content, prev_rendered_content: html, content_html_diff: await work.diff(html, htmlAfter) }),
});
