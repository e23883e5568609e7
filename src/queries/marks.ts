/** The messages that a user has read, starred and collapsed. */
import { everyScope, flagged, privateScope, readDocumentId, readSpans, scopeOf } from '../../projections/flags.ts';
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { holdsId, type IdSpans, joinedSpans } from '../vocabulary/id-spans.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { everything } from './realm.ts';

/** The read spans by scope: a channel's id, or one of the scopes in `projections/flags.ts`. */
type ReadMarks = ReadonlyMap<number, IdSpans>;

export type Marks = {
  readonly read: ReadMarks;
  readonly starred: ReadonlySet<number>;
  readonly collapsed: ReadonlySet<number>;
};

export const noMarks: Marks = { read: new Map(), starred: new Set(), collapsed: new Set() };

type Whose = { readonly realmId: RealmId; readonly user: { readonly userId: UserId } };

/** The spans that the user has read in these channels and in private messages. */
export async function readBy(
  view: ReadView,
  { realmId, user: { userId } }: Whose,
  channelIds: readonly number[] | 'all',
): Promise<ReadMarks> {
  const found =
    channelIds === 'all'
      ? await view.scan(readSpans, 'byReader', { prefix: [realmId, userId], limit: everything })
      : await view.getMany(
          readSpans,
          [...new Set([everyScope, privateScope, ...channelIds])].map((scope) =>
            readDocumentId(realmId, userId, scope),
          ),
        );
  return new Map(found.flatMap((document) => (document ? [[document.scope, document.spans] as const] : [])));
}

/** The ids of all messages with this flag of the user, or of those from `from` to `to`. */
export async function flaggedBy(
  view: ReadView,
  { realmId, user: { userId } }: Whose,
  flag: 'starred' | 'collapsed',
  bounds: { readonly from?: number; readonly to?: number } = {},
): Promise<number[]> {
  const keys = await view.scanKeys(flagged, 'byFlag', {
    prefix: [realmId, userId, flag],
    ...bounds,
    limit: limits.flaggedMax,
  });
  return keys.map((key) => key[3] as number);
}

/** The user's marks of these messages, which may be in any order. */
export async function marksOf(view: ReadView, whose: Whose, messages: readonly MessageDocument[]): Promise<Marks> {
  if (messages.length === 0) return noMarks;
  const ids = messages.map(({ messageId }) => messageId);
  const bounds = { from: Math.min(...ids), to: Math.max(...ids) };
  const [read, starred, collapsed] = await Promise.all([
    readBy(view, whose, [...new Set(messages.flatMap(({ channelId }) => channelId ?? []))]),
    flaggedBy(view, whose, 'starred', bounds),
    flaggedBy(view, whose, 'collapsed', bounds),
  ]);
  return { read, starred: new Set(starred), collapsed: new Set(collapsed) };
}

export const readIn = (read: ReadMarks, scope: number): IdSpans =>
  joinedSpans(read.get(everyScope) ?? [], scope === everyScope ? [] : (read.get(scope) ?? []));

export const isMarkedRead = (read: ReadMarks, { messageId, channelId }: MessageDocument): boolean =>
  [everyScope, scopeOf(channelId)].some((scope) => holdsId(read.get(scope) ?? [], messageId));
