/**
 * The read model `flags`: what users have read, starred and collapsed. Read messages are stored as spans of message ids, in one document
 * for each user and stream, so that sending a message writes nothing for its receivers. Starred and collapsed messages are few, so that
 * each has a document.
 */
import { defineProjection, type Operation, type ReadModel } from '../src/define/projection.ts';
import type { Recorded } from '../src/vocabulary/events/index.ts';
import { type IdSpans, idsIn, joinedSpans, spansWithout } from '../src/vocabulary/id-spans.ts';
import type { ChannelId, UserId } from '../src/vocabulary/ids.ts';
import { limits } from '../src/vocabulary/limits.ts';
import type { FlagToSet } from '../src/vocabulary/message-flags.ts';

/** The scope of a span document: the id of a channel, or one of these. */
export const privateScope = 0;
/** All messages, in every place. */
export const everyScope = -1;

export type ReadDocument = {
  readonly realmId: number;
  readonly readerId: UserId;
  readonly scope: number;
  readonly spans: IdSpans;
};

type FlaggedDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly flag: Exclude<FlagToSet, 'read'>;
  readonly messageId: number;
};

type Document = ReadDocument | FlaggedDocument;

export const readDocumentId = (realmId: number, userId: number, scope: number): string =>
  `${realmId}.${userId}.${scope}`;
const flaggedDocumentId = (realmId: number, userId: number, flag: string, messageId: number): string =>
  `${realmId}.${userId}.${flag}.${messageId}`;

export const scopeOf = (channelId: ChannelId | null | undefined): number => channelId ?? privateScope;

/** If there are more spans than one document may have, the oldest are joined. Unread messages between them then count as read. */
export function bounded(spans: IdSpans): IdSpans {
  const [first, last] = [spans[0], spans[spans.length - limits.readSpansMax]];
  if (spans.length <= limits.readSpansMax || first === undefined || last === undefined) return spans;
  return [[first[0], last[1]], ...spans.slice(spans.length - limits.readSpansMax + 1)];
}

/** The scopes that an event changes. Messages that are unread again may have been marked as read by stream, or together with all others. */
const scopesOf = ({ op, read = [] }: Recorded<'MessageFlagsChanged'>['data']): number[] => {
  const scopes = read.map(({ channelId }) => scopeOf(channelId));
  return op === 'remove' && scopes.length > 0 ? [...scopes, everyScope] : scopes;
};

/** The ids of the event in a scope. For `everyScope`, the ids of all scopes. */
const spansIn = ({ read = [] }: Recorded<'MessageFlagsChanged'>['data'], scope: number): IdSpans =>
  read
    .filter(({ channelId }) => scope === everyScope || scopeOf(channelId) === scope)
    .reduce<IdSpans>((all, { spans }) => joinedSpans(all, spans), []);

export const flagsProjection = defineProjection<Document>({
  name: 'flags',
  version: 1,
  indexes: {
    /** The documents of what a user has read. */
    byReader: ['realmId', 'readerId', 'scope'],
    byFlag: ['realmId', 'userId', 'flag', 'messageId'],
    byMessage: ['realmId', 'messageId'],
  },
  on: {
    MessageFlagsChanged: {
      reads: ({ realmId, data }) => scopesOf(data).map((scope) => readDocumentId(realmId, data.userId, scope)),
      apply({ realmId, data }, own) {
        const { userId, op, flag } = data;
        if (flag !== 'read')
          return idsIn(data.messages).map((messageId): Operation<Document> => {
            const id = flaggedDocumentId(realmId, userId, flag, messageId);
            return op === 'add'
              ? { op: 'put', id, document: { realmId, userId, flag, messageId } }
              : { op: 'remove', id };
          });
        return [...new Set(scopesOf(data))].map((scope): Operation<Document> => {
          const id = readDocumentId(realmId, userId, scope);
          const before = (own.get(id) as ReadDocument | undefined)?.spans ?? [];
          const spans = (op === 'add' ? joinedSpans : spansWithout)(before, spansIn(data, scope));
          return { op: 'put', id, document: { realmId, readerId: userId, scope, spans: bounded(spans) } };
        });
      },
    },
    AllMessagesRead: {
      ranges: ({ realmId, data }) => [{ index: 'byReader', prefix: [realmId, data.userId] }],
      apply({ realmId, data: { userId, spans } }, own) {
        const known = own.ranged as readonly ReadDocument[];
        const all = known.find(({ scope }) => scope === everyScope)?.spans ?? [];
        const id = readDocumentId(realmId, userId, everyScope);
        const document = { realmId, readerId: userId, scope: everyScope, spans: bounded(joinedSpans(all, spans)) };
        const newest = document.spans.at(-1)?.[1] ?? 0;
        // The new document covers the documents by stream, except for later messages.
        const later = known.filter(({ scope }) => scope !== everyScope);
        return [
          { op: 'put', id, document },
          ...later.map((before): Operation<Document> => {
            const beforeId = readDocumentId(realmId, userId, before.scope);
            const left = before.spans.filter(([, last]) => last > newest);
            if (left.length === 0) return { op: 'remove', id: beforeId };
            return { op: 'put', id: beforeId, document: { ...before, spans: left } };
          }),
        ];
      },
    },
    MessageDeleted: {
      ranges: ({ realmId, data }) => [{ index: 'byMessage', prefix: [realmId, data.messageId] }],
      apply: (_event, own) =>
        (own.ranged as readonly FlaggedDocument[]).map(({ realmId, userId, flag, messageId }) => ({
          op: 'remove',
          id: flaggedDocumentId(realmId, userId, flag, messageId),
        })),
    },
  },
});

const { name, indexes } = flagsProjection;
export const readSpans: ReadModel<ReadDocument> = { name, indexes };
/** The documents of starred or collapsed messages. */
export const flagged: ReadModel<FlaggedDocument> = { name, indexes };
