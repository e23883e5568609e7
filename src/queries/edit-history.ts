/** The newest changes of messages, in the form that listings show. */
import {
  type Change,
  type MessageDocument,
  messageVersions,
  type VersionDocument,
  versionDocumentId,
} from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { limits } from '../vocabulary/limits.ts';
import type { EditEntry } from '../wire/message.ts';

/** The changes of each message, the newest first. Empty for a message that was never changed. */
export async function editHistories(
  view: ReadView,
  messages: readonly MessageDocument[],
): Promise<(message: MessageDocument) => readonly EditEntry[]> {
  const ids = messages.flatMap(newestVersions);
  const versions = new Map<string, VersionDocument>();
  if (ids.length > 0)
    for (const [at, version] of (await view.getMany(messageVersions, ids)).entries())
      if (version) versions.set(ids[at] as string, version);
  return (message) => {
    const entries: EditEntry[] = [];
    let { change } = message;
    for (const id of newestVersions(message)) {
      const before = versions.get(id);
      if (change) entries.push(entryOf(change, before));
      change = before?.change;
    }
    return entries;
  };
}

/** Ids of the versions that the listed changes replaced, the newest first. */
const newestVersions = ({ realmId, messageId, versions }: MessageDocument): readonly string[] =>
  versions === 0
    ? none
    : Array.from({ length: Math.min(versions, limits.listedChangesMax) }, (_, at) =>
        versionDocumentId(realmId, messageId, versions - 1 - at),
      );
const none: readonly string[] = [];

const entryOf = ({ at, userId, topic, channelId }: Change, before: VersionDocument | undefined): EditEntry => ({
  user_id: userId,
  timestamp: Math.floor(at / 1000),
  ...(before?.text && {
    prev_content: before.text.content,
    prev_rendered_content: before.text.html,
    prev_rendered_content_version: before.text.rendererVersion,
  }),
  ...(topic === undefined ? {} : { prev_subject: topic }),
  ...(channelId === undefined ? {} : { prev_stream: channelId }),
});

/** The number of characters of the earlier texts. */
export const lengthOfEdits = (entries: readonly EditEntry[]): number =>
  entries.reduce(
    (sum, { prev_content, prev_rendered_content }) =>
      sum + (prev_content?.length ?? 0) + (prev_rendered_content?.length ?? 0),
    0,
  );
