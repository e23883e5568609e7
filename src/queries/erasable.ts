/** The messages that an erasure covers, page by page. */
import { deletionDocumentId, deletions } from '../../projections/deletions.ts';
import { type MessageDocument, messages, messageVersions, placeOf } from '../../projections/messages.ts';
import { pagesWithBreaks } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Erasable, ErasureTarget } from '../vocabulary/events/erasures.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { ChannelId, MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { messagesById } from './by-ids.ts';
import { repeatedTextsPage } from './repeated-texts.ts';

/** Every channel that a message was ever in. */
export type ChannelsOf = (messageId: MessageId, place: Place) => ChannelId[];

/**
 * Throws `Refused` (`erasure-message-unknown`) if one of the messages never existed. Messages that are already deleted or erased did exist,
 * so that requesting them again is not an error.
 */
export async function assertMessagesKnown(view: ReadView, realmId: RealmId, target: ErasureTarget): Promise<void> {
  if (target.kind !== 'messages') return;
  const { messageIds } = target;
  const deletionIds = messageIds.map((id) => deletionDocumentId(realmId, id));
  const [there, gone] = await Promise.all([
    messagesById(view, realmId, messageIds),
    view.getMany(deletions, deletionIds),
  ]);
  const messageId = messageIds.find((_, at) => there[at] === undefined && gone[at] === undefined);
  if (messageId !== undefined) throw new Refused({ code: 'erasure-message-unknown', messageId });
}

type Page = { readonly messages: readonly Erasable[]; readonly last?: number };

/** The messages of all pages after a message. */
export async function* pagesOf(
  pageAfter: (after: number) => Promise<Page>,
  above = 0,
): AsyncGenerator<readonly Erasable[]> {
  for await (const { messages: some } of pagesWithBreaks((after: number | undefined = above) => pageAfter(after)))
    yield some;
}

/** How many messages are read at a time. Each may be some hundred kilobytes. */
const pageSize = 100;

/** Messages with ids above `after`, ascending. `last`: the id after which the next page begins; absent if there is none. */
export async function erasablePage(
  view: ReadView,
  realmId: RealmId,
  target: ErasureTarget,
  after: number,
  channelsOf: ChannelsOf,
): Promise<{ readonly messages: readonly Erasable[]; readonly last?: MessageId }> {
  const { documents, last } = await documentsOf(view, realmId, target, after);
  const until = target.kind === 'channel' || target.kind === 'private' ? target.until : null;
  const wanted = documents.filter(({ sentAt }) => until === null || sentAt < until);
  return { messages: await erasableOf(view, wanted, channelsOf), ...(last !== undefined && { last }) };
}

/** A page of the service's messages that repeat a person's text (`repeated-texts.ts`). `after`: the `last` of the previous page, or 0. */
export async function erasableRepeatedTexts(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  after: number,
  channelsOf: ChannelsOf,
): Promise<{ readonly messages: readonly Erasable[]; readonly last?: number }> {
  const { documents, ...rest } = await repeatedTextsPage(view, realmId, userId, after);
  return { messages: await erasableOf(view, documents, channelsOf), ...rest };
}

async function erasableOf(
  view: ReadView,
  documents: readonly MessageDocument[],
  channelsOf: ChannelsOf,
): Promise<Erasable[]> {
  const found: Erasable[] = [];
  for (const document of documents)
    found.push({
      facts: factsOf(document, channelsOf),
      events: 1 + document.versions,
      bytes: bytesOf(document) + (document.versions > 0 ? await bytesOfVersions(view, document) : 0),
    });
  return found;
}

async function documentsOf(
  view: ReadView,
  realmId: RealmId,
  target: ErasureTarget,
  after: number,
): Promise<{ documents: MessageDocument[]; last?: MessageId | undefined }> {
  if (target.kind === 'messages') {
    const found = await messagesById(view, realmId, target.messageIds);
    return { documents: found.filter((document) => document !== undefined) };
  }
  const [index, prefix] = indexOf(realmId, target);
  const documents = await view.scan(messages, index, { prefix, from: after + 1, limit: pageSize });
  return { documents, last: documents.length < pageSize ? undefined : documents.at(-1)?.messageId };
}

function indexOf(
  realmId: RealmId,
  target: Exclude<ErasureTarget, { kind: 'messages' }>,
): readonly [string, readonly (string | number)[]] {
  if (target.kind === 'user') return ['bySender', [realmId, target.userId]];
  if (target.kind === 'private') return ['byPrivate', [realmId, 1]];
  if (target.topic === null) return ['byChannel', [realmId, target.channelId]];
  return ['byTopic', [realmId, target.channelId, foldCase(target.topic)]];
}

function factsOf(document: MessageDocument, channelsOf: ChannelsOf): Erasable['facts'] {
  const { messageId, senderId, sentAt, participants = [], alsoTo, mentions } = document;
  const addressed = new Set([...participants, ...alsoTo, ...mentions.filter((userId) => userId > 0)]);
  return {
    messageId,
    senderId,
    sentAt,
    addressed: [...addressed].sort((a, b) => a - b) as UserId[],
    stoodIn: channelsOf(messageId, placeOf(document)),
  };
}

type Text = { readonly content: string; readonly html: string };

const bytesOf = ({ content, html }: Text): number => Buffer.byteLength(content) + Buffer.byteLength(html);

/** The number is small, because each version may be long. */
const versionsAtOnce = 20;

async function bytesOfVersions(view: ReadView, { realmId, messageId }: MessageDocument): Promise<number> {
  let bytes = 0;
  for (let from = 0; ; ) {
    const range = { prefix: [realmId, messageId], from, limit: versionsAtOnce };
    const page = await view.scan(messageVersions, 'byText', range);
    for (const { text } of page) bytes += text ? bytesOf(text) : 0;
    const last = page.at(-1);
    if (!last || page.length < versionsAtOnce) return bytes;
    from = last.number + 1;
  }
}
