/** GET /messages/{message_id}/history: the message as it was sent, and after each change, in pages. */
import {
  type Change,
  type MessageDocument,
  messageVersions,
  type TextFields,
  type VersionDocument,
  versionDocumentId,
} from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { Snapshot } from '../wire/message.ts';
import { realmOf } from './realm.ts';
import { textFrom } from './version-text.ts';
import { reachableMessage } from './visibility.ts';

export type History = {
  /** Oldest first. */
  readonly snapshots: readonly Snapshot[];
  /** The number of the next version; undefined if there is none. */
  readonly next: number | undefined;
};

/**
 * The versions from the number `offset` on, as many as one answer may contain. Throws `Refused` (`edit-history-disabled`,
 * `message-missing`).
 */
export async function messageHistory(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
  offset: number,
  work: TextWork,
): Promise<History> {
  const { settings } = await realmOf(view, realmId);
  if (!settings.allow_edit_history) throw new Refused({ code: 'edit-history-disabled' });
  const message = await reachableMessage(view, realmId, userId, messageId);
  const end = Math.min(offset + limits.historyVersionsMax, message.versions + 1);
  const versions = await versionsOf(view, message, Math.max(offset - 1, 0), end);
  const snapshots: Snapshot[] = [];
  let length = 0;
  for (const [at, version] of versions.entries()) {
    if (version.number < offset) continue;
    const snapshot = await snapshotOf(version, versions[at - 1], message, work);
    length += lengthOf(snapshot);
    if (snapshots.length > 0 && length > limits.answerLengthMax) break;
    snapshots.push(snapshot);
  }
  const next = offset + snapshots.length;
  return { snapshots, next: next > message.versions ? undefined : next };
}

type Text = Pick<TextFields, 'content' | 'html'>;
type Version = Text & { readonly number: number; readonly topic: string; readonly change: Change | undefined };

/** The versions from number `from` up to, but not including, `end`. */
async function versionsOf(view: ReadView, message: MessageDocument, from: number, end: number): Promise<Version[]> {
  const { realmId, messageId } = message;
  const ids: string[] = [];
  for (let number = from; number < Math.min(end, message.versions); number += 1)
    ids.push(versionDocumentId(realmId, messageId, number));
  const earlier = (await view.getMany(messageVersions, ids)).filter((version) => version !== undefined);
  // A version stores its text only if the next version has another text.
  let text: Text = end > message.versions ? message : await textFrom(view, message, end);
  const versions: Version[] = end > message.versions ? [versionOf({ ...message, number: message.versions }, text)] : [];
  for (const version of earlier.reverse()) {
    text = version.text ?? text;
    versions.unshift(versionOf(version, text));
  }
  return versions;
}

const versionOf = (
  { number, topic = '', change }: Pick<VersionDocument, 'number' | 'topic' | 'change'>,
  { content, html }: Text,
): Version => ({ number, topic, change, content, html });

async function snapshotOf(
  { topic, content, html, change }: Version,
  before: Version | undefined,
  { sentAt, senderId }: MessageDocument,
  work: TextWork,
): Promise<Snapshot> {
  const { at, userId } = change ?? { at: sentAt, userId: senderId };
  return {
    topic,
    content,
    rendered_content: html,
    timestamp: Math.floor(at / 1000),
    user_id: userId,
    ...(change?.topic === undefined ? {} : { prev_topic: change.topic }),
    ...(change?.channelId === undefined ? {} : { prev_stream: change.channelId }),
    ...(change?.edited && before
      ? {
          prev_content: before.content,
          prev_rendered_content: before.html,
          content_html_diff: await work.diff(before.html, html),
        }
      : {}),
  };
}

const lengthOf = (snapshot: Snapshot): number =>
  Object.values(snapshot).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
