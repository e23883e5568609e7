/** GET /messages/{message_id}/history: a message as it was said and after each change (spec, Edit-history snapshot; api-facts §0.2a). */
import type { Edit, MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { realmDefaults } from '../vocabulary/realm-settings.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { reachableMessage } from './visibility.ts';

export type Snapshot = {
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Who said or changed it; null: the service itself. */
  readonly user_id: number | null;
  readonly prev_topic?: string;
  readonly prev_stream?: number;
  readonly prev_content?: string;
  readonly prev_rendered_content?: string;
  readonly content_html_diff?: string;
};

/** Oldest first. Throws `Refused` (`history-disabled`, `message-missing`). */
export async function messageHistory(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
  work: TextWork,
): Promise<Snapshot[]> {
  if (!realmDefaults.allowEditHistory) throw new Refused({ code: 'history-disabled' });
  return snapshotsOf(await reachableMessage(view, realmId, userId, messageId), work);
}

/** Each edit knows what stood before it: so the states are told backwards, from today's. */
async function snapshotsOf(
  { edits, sentAt, senderId, ...message }: MessageDocument,
  work: TextWork,
): Promise<Snapshot[]> {
  let standing = { topic: message.topic ?? '', content: message.content, html: message.html };
  const snapshots: Snapshot[] = [];
  for (const edit of [...edits].reverse()) {
    snapshots.unshift({ ...shown(standing), ...by(edit), ...(await changes(edit, standing.html, work)) });
    standing = { ...standing, ...before(edit) };
  }
  return [{ ...shown(standing), ...by({ at: sentAt, userId: senderId }) }, ...snapshots];
}

type Standing = { readonly topic: string; readonly content: string; readonly html: string };

const shown = ({ topic, content, html }: Standing) => ({ topic, content, rendered_content: html });

const by = ({ at, userId }: Pick<Edit, 'at' | 'userId'>) => ({ timestamp: Math.floor(at / 1000), user_id: userId });

const before = ({ topic, content, html }: Edit): Partial<Standing> => ({
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
