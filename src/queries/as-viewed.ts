/**
 * Messages of a stream that the viewer has left and whose history they may not read. They are shown as they were when the viewer could last
 * read them: at their departure, or when the stream was closed to them after it. Messages that were deleted since are not shown.
 */
import {
  type MessageDocument,
  messageVersions,
  type VersionDocument,
  versionDocumentId,
} from '../../projections/messages.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import { topicLinks } from '../rendering/linkifiers.ts';
import { topicAsOf } from '../vocabulary/earlier-topics.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { cachedPerView } from './cached-per-view.ts';
import { realmOf } from './realm.ts';
import { textFrom } from './version-text.ts';

/** Maps a channel that the viewer left, and whose history they may not read, to the time when they could last read it. */
export type LeftChannels = ReadonlyMap<number, Millis>;

/** Called with the number of messages and versions that were read; a long text counts as several. */
export type LookedAt = (count: number) => void;

export const asManyMessages = (text: { readonly content: string } | undefined): number =>
  1 + Math.floor((text?.content.length ?? 0) / limits.searchedAsOneMore);

/** A bot that got a message because of a mention sees its current version, because the bot gets its changes. */
export async function asViewed(
  view: ReadView,
  { user: { userId }, left }: { readonly user: Pick<UserDocument, 'userId'>; readonly left: LeftChannels },
  messages: readonly MessageDocument[],
  lookedAt: LookedAt = () => undefined,
): Promise<readonly MessageDocument[]> {
  if (left.size === 0) return messages;
  return Promise.all(
    messages.map((message) => {
      const until = message.channelId === undefined ? undefined : left.get(message.channelId);
      if (until === undefined || message.alsoTo.includes(userId)) return message;
      const then = addedBefore(reactedBefore(message, until), until);
      return isBefore(message, until) ? withTopicThen(view, then, until) : asOf(view, then, until, lookedAt);
    }),
  );
}

/** The message with its reactions from before `until` that still exist. Removed reactions are shown to nobody. */
function reactedBefore(message: MessageDocument, until: Millis): MessageDocument {
  const { reactions, ...rest } = message;
  if (!reactions) return message;
  const then = reactions.flatMap((one) => {
    const isThen = (_: unknown, at: number) => (one.since[at] ?? until) < until;
    const userIds = one.userIds.filter(isThen);
    return userIds.length === 0 ? [] : [{ ...one, userIds, since: one.since.filter(isThen) }];
  });
  return then.length === 0 ? rest : { ...rest, reactions: then };
}

function addedBefore(message: MessageDocument, until: Millis): MessageDocument {
  const { submessages, ...rest } = message;
  const then = submessages?.filter(({ at }) => at < until) ?? [];
  return then.length === 0 ? rest : { ...rest, submessages: then };
}

/** The message with the topic that it had before it was moved along with another one. */
async function withTopicThen(view: ReadView, message: MessageDocument, until: Millis): Promise<MessageDocument> {
  const { earlierTopics, ...rest } = message;
  const topic = earlierTopics && topicAsOf(earlierTopics, until);
  return topic === undefined ? message : { ...rest, ...(await inTopic(view, message, topic)) };
}

async function inTopic(view: ReadView, { realmId, topic: present, topicLinks }: MessageDocument, topic: string) {
  const links = topic === present ? topicLinks : await linksIn(view, { realmId: realmId as RealmId, topic });
  return { topic, topicKey: foldCase(topic), topicLinks: links };
}

/** Links of earlier topics are not stored. They are made with the current linkifiers. */
const linksIn = cachedPerView(
  async (view, { realmId, topic }: { readonly realmId: RealmId; readonly topic: string }) =>
    topicLinks(topic, (await realmOf(view, realmId)).linkifiers ?? []),
  ({ realmId, topic }) => `${realmId}.${topic}`,
);

/**
 * Whether a change counts as made before the departure. A change in the same millisecond does not, because showing too little is better
 * than showing too much.
 */
const isBefore = ({ change }: Pick<MessageDocument, 'change'>, until: Millis): boolean =>
  change === undefined || change.at < until;

/** The newest version from before `until`, instead of the current one. It exists, because the viewer received the message. */
async function asOf(
  view: ReadView,
  message: MessageDocument,
  until: Millis,
  lookedAt: LookedAt,
): Promise<MessageDocument> {
  const version = await newestBefore(view, message, until, lookedAt);
  if (!version) return message;
  const { change: _, earlierTopics: __, alerted: ___, ...rest } = message;
  const { number, change } = version;
  const topic = topicAsOf(version.earlierTopics ?? [], until) ?? version.topic;
  const { content, html, mentions, alerted, has } = await textFrom(view, message, number);
  return {
    ...rest,
    content,
    html,
    mentions,
    ...(alerted && { alerted }),
    has,
    ...(topic === undefined ? {} : await inTopic(view, message, topic)),
    versions: number,
    ...(change && { change }),
  };
}

/** Times of changes rise with the versions, so that few of a thousand versions are read. */
async function newestBefore(
  view: ReadView,
  { realmId, messageId, versions }: MessageDocument,
  until: Millis,
  lookedAt: LookedAt,
): Promise<VersionDocument | undefined> {
  let newest: VersionDocument | undefined;
  for (let [from, to] = [0, versions]; from < to; ) {
    const middle = (from + to) >>> 1;
    const version = await view.get(messageVersions, versionDocumentId(realmId, messageId, middle));
    lookedAt(asManyMessages(version?.text));
    if (version && isBefore(version, until)) [newest, from] = [version, middle + 1];
    else to = middle;
  }
  return newest;
}
