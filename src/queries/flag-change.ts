/**
 * The effect of setting a flag: which of the messages the user may flag, and which of those do not have the flag yet. For the flag `read`
 * also the spans that are recorded (`projections/flags.ts`).
 */
import { privateScope, scopeOf } from '../../projections/flags.ts';
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { type IdSpans, spansOf } from '../vocabulary/id-spans.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { FlagToSet } from '../vocabulary/message-flags.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { messagesById } from './by-ids.ts';
import { flaggedBy, isMarkedRead, noMarks, readBy, readIn } from './marks.ts';
import { readSpansWith } from './read-spans.ts';
import { isLeftBehind, isRead, isReadAtOnce, type MarkedViewer, openAmong, received, viewerOf } from './visibility.ts';

export type FlagRequest = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly op: 'add' | 'remove';
  readonly flag: FlagToSet;
  readonly ids: readonly number[];
};

export type FlagChange = {
  /** The ids of the messages that change, ascending. */
  readonly ids: readonly number[];
  readonly read: readonly ReadPart[];
  /** How many messages already have this flag of the user. Not counted for `read`. */
  readonly before: number;
};

type ReadPart = { readonly channelId: ChannelId | null; readonly spans: IdSpans };

/** How many messages are read at a time. They may be long. */
const atOnce = 100;

/** Throws `Refused` (`message-missing`) if the user may flag none of them. */
export async function flagChange(view: ReadView, request: FlagRequest): Promise<FlagChange> {
  const ids = [...new Set(request.ids)].filter(Number.isSafeInteger).sort((a, b) => a - b);
  return request.flag === 'read' ? readChange(view, request, ids) : otherChange(view, request, request.flag, ids);
}

async function readChange(view: ReadView, request: FlagRequest, ids: readonly number[]): Promise<FlagChange> {
  const { op, realmId, userId } = request;
  const byScope = new Map<number, number[]>();
  let isKnown = false;
  for (let from = 0; from < ids.length; from += atOnce) {
    const { viewer, found } = await reading(view, request, ids.slice(from, from + atOnce));
    const own = found.filter((message) => received(viewer, message));
    isKnown ||= own.length > 0;
    const isChanged = (message: MessageDocument): boolean =>
      op === 'add'
        ? !isRead(viewer, message)
        : isMarkedRead(viewer.marks.read, message) && !isReadAtOnce(viewer, message) && !isLeftBehind(viewer, message);
    for (const { messageId, channelId } of own.filter(isChanged)) {
      const scope = scopeOf(channelId);
      const inScope = byScope.get(scope);
      if (inScope) inScope.push(messageId);
      else byScope.set(scope, [messageId]);
    }
  }
  if (!isKnown) throw new Refused({ code: 'message-missing' });
  const scopes = [...byScope.keys()].filter((scope) => scope !== privateScope);
  const read = await readBy(view, { realmId, user: { userId } }, scopes);
  const parts: ReadPart[] = [];
  for (const [scope, changed] of byScope) {
    const spans =
      op === 'add'
        ? await readSpansWith(view, { realmId, userId, scope }, changed, readIn(read, scope))
        : spansOf(changed);
    parts.push({ channelId: scope === privateScope ? null : (scope as ChannelId), spans });
  }
  return { ids: [...byScope.values()].flat().sort((a, b) => a - b), read: parts, before: 0 };
}

async function otherChange(
  view: ReadView,
  request: FlagRequest,
  flag: Exclude<FlagToSet, 'read'>,
  ids: readonly number[],
): Promise<FlagChange> {
  const { op, realmId, userId } = request;
  const before = new Set(await flaggedBy(view, { realmId, user: { userId } }, flag));
  if (op === 'remove') {
    const gone = ids.filter((id) => before.has(id));
    // A message that already has the flag exists, even if the user no longer sees it.
    if (gone.length === 0) await visibleOf(view, request, ids);
    return { ids: gone, read: [], before: before.size };
  }
  const known = await visibleOf(view, request, ids);
  return { ids: known.filter((id) => !before.has(id)), read: [], before: before.size };
}

/** The messages that the user received or may read. Throws `Refused` (`message-missing`) if there are none. */
async function visibleOf(view: ReadView, request: FlagRequest, ids: readonly number[]): Promise<number[]> {
  const known: number[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const { viewer, found } = await reading(view, request, ids.slice(from, from + atOnce));
    const isOpen = await openAmong(view, viewer, found);
    for (const message of found) if (received(viewer, message) || isOpen(message)) known.push(message.messageId);
  }
  if (known.length === 0) throw new Refused({ code: 'message-missing' });
  return known;
}

/** The existing messages, and the viewer with the memberships and marks that are needed for them. */
async function reading(view: ReadView, { realmId, userId, flag }: FlagRequest, ids: readonly number[]) {
  const documents = await messagesById(view, realmId, ids);
  const found = documents.filter((message) => message !== undefined);
  const channelIds = [...new Set(found.flatMap(({ channelId }) => channelId ?? []))];
  const viewer = await viewerOf(view, realmId, userId, channelIds);
  const read = flag === 'read' ? await readBy(view, viewer, channelIds) : noMarks.read;
  const marked: MarkedViewer = { ...viewer, marks: { ...noMarks, read } };
  return { viewer: marked, found };
}
