/**
 * The moves of a message. An event that moves many messages of a topic names only one of them. The log determines the others: those that are
 * in the topic at that time. So the moves are followed from the topic to which the message was sent: the first one that takes it along, then
 * the first one out of the next topic, and so on.
 */
import { deletionDocumentId, deletions } from '../../../projections/deletions.ts';
import { type TrailDocument, trail, trailDocumentId } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { DataOf, EventType, Recorded } from '../../vocabulary/events/index.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { MessageId, RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import type { ChannelPlace } from '../../vocabulary/places.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { topicId } from '../../vocabulary/trail/messaging.ts';
import { type Direction, indexCursor } from '../narrow/cursor.ts';
import { intersection } from '../narrow/intersection.ts';
import { union } from '../narrow/union.ts';
import type { EventReader } from './names.ts';

/**
 * `positions`: ascending. `late`: moves that name the message but did not change it, because it was not in that place any more. `complete`:
 * false if moves together with other messages may be missing.
 */
export type MovesAlong = {
  readonly positions: readonly number[];
  readonly late: readonly number[];
  readonly complete: boolean;
};

type MovesOptions = {
  readonly events: EventReader;
  /** Whether content that people wrote may be shown. Only then it may show which deleted messages a legal hold keeps. */
  readonly content: boolean;
};

/** The topic of a message since the event at `after`. */
type Stay = { readonly place: ChannelPlace; readonly after: number };

const direction = 'ascending';
const chunkMax = 64;

const none = { positions: [], late: [] };

export async function movesAlong(
  view: ReadView,
  realmId: RealmId,
  messageId: MessageId,
  { events, content }: MovesOptions,
): Promise<MovesAlong> {
  const deletion = await view.get(deletions, deletionDocumentId(realmId, messageId));
  const isShown = !deletion || (content && deletion.held === true);
  const [sent] = isShown ? await events(logStream.message(realmId, messageId), 0, 1) : [];
  // Nothing is left of the place to which a deleted message was sent. A private message is never moved.
  if (sent?.type !== 'MessageSent') return { ...none, complete: deletion?.stoodIn.length === 0 };
  const { place } = sent.data;
  if (place.kind === 'private') return { ...none, complete: true };
  const until = deletion && (await deletedAt(view, realmId, messageId));
  const positions: number[] = [];
  const late: number[] = [];
  let stay: Stay = { place, after: sent.position };
  // Most messages leave a topic with the first move out of it. Others stay through many moves of later messages.
  let size = 1;
  for (let left: number = limits.movesReadMax; left > 0; ) {
    const limit = Math.min(size, left);
    const candidates = await movesAfter(view, realmId, messageId, stay, limit, until);
    left -= candidates.length;
    const { place: from } = stay;
    let taken: Recorded<'TopicMoved'> | undefined;
    for (const move of await readAll(candidates, events)) {
      if (takesAlong(move.data, from, messageId)) {
        taken = move;
        break;
      }
      if (move.data.messageId === messageId) late.push(move.position);
    }
    if (taken) {
      positions.push(taken.position);
      stay = { place: { kind: 'channel', ...taken.data.to }, after: taken.position };
      size = 1;
      continue;
    }
    const last = candidates.at(-1);
    if (!last || candidates.length < limit) return { positions, late, complete: true };
    stay = { place: from, after: last.position };
    size = Math.min(2 * size, chunkMax);
  }
  return { positions, late, complete: false };
}

/**
 * `movesAlong` for an answer that is made in steps, as events arrive. The moves are searched again only after another move in the
 * organization.
 */
export function movesInSteps(): typeof movesAlong {
  let known: { readonly newest: number | undefined; readonly moves: MovesAlong } | undefined;
  return async (view, realmId, ...given) => {
    const moves = keyed(view, realmId, trailKey.event('TopicMoved'), 1, 'descending');
    const newest = await moves.seek(Number.MAX_SAFE_INTEGER);
    if (known === undefined || known.newest !== newest)
      known = { newest, moves: await movesAlong(view, realmId, ...given) };
    return known.moves;
  };
}

const keyed = (view: ReadView, realmId: number, key: string, page: number, towards: Direction = direction) =>
  indexCursor(view, { model: trail, index: 'byKey', prefix: [realmId, key] }, towards, page);

/** The events of this type that are about the message. */
const ofMessage = (view: ReadView, realmId: number, id: MessageId, type: EventType, page: number) =>
  intersection(
    [trailKey.object({ type: 'message', id }), trailKey.event(type)].map((key) => keyed(view, realmId, key, page)),
    direction,
  );

/** The position of the deletion. Later moves do not change the message. */
const deletedAt = async (view: ReadView, realmId: number, messageId: MessageId): Promise<number | undefined> =>
  ofMessage(view, realmId, messageId, 'MessageDeleted', 1).seek(0);

/** The next moves that name the message, or that move many messages out of its topic. */
async function movesAfter(
  view: ReadView,
  realmId: RealmId,
  messageId: MessageId,
  { place, after }: Stay,
  limit: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<readonly TrailDocument[]> {
  const ofTopic = keyed(view, realmId, trailKey.movedFrom(topicId(place.channelId, place.topic)), limit);
  const cursor = union([ofMessage(view, realmId, messageId, 'TopicMoved', limit), ofTopic], direction);
  const ids: string[] = [];
  for (let at = after + 1; ids.length < limit; ) {
    const position = await cursor.seek(at);
    if (position === undefined || position > until) break;
    ids.push(trailDocumentId(realmId, position));
    at = position + 1;
  }
  return (await view.getMany(trail, ids)).filter((document) => document !== undefined);
}

async function readAll(
  documents: readonly TrailDocument[],
  events: EventReader,
): Promise<readonly Recorded<'TopicMoved'>[]> {
  const read = await Promise.all(documents.map(({ stream, revision }) => events(stream, revision, 1)));
  return read.flat().filter((event): event is Recorded<'TopicMoved'> => event.type === 'TopicMoved');
}

/** Whether a move changes a message that is in this place right before it. */
function takesAlong(move: DataOf<'TopicMoved'>, place: ChannelPlace, messageId: MessageId): boolean {
  if (move.channelId !== place.channelId || foldCase(move.topic) !== foldCase(place.topic)) return false;
  if (move.which === 'one') return move.messageId === messageId;
  if (move.which === 'later' && messageId < move.messageId) return false;
  const { range } = move.part ?? {};
  return !range || (range.from <= messageId && messageId <= range.to);
}
