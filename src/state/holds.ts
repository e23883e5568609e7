/** The current legal holds, and the deleted messages that they keep in the log. */
import { type Aggregate, changeEntry, type StatePart } from '../define/handlers.ts';
import type { HoldScope, MessageFacts } from '../vocabulary/events/holds.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { EventId, FileId, HoldId, MessageId, Millis, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { Files, UploadedFile } from './files.ts';
import { type Memberships, receivedRanges, wasSubscribedFor } from './memberships.ts';
import { channelsOf, type Topics } from './topics.ts';

export type Hold = HoldScope & {
  readonly holdId: HoldId;
  readonly name: string;
  /** The event that placed it. */
  readonly eventId: EventId;
};

export type HeldDeletion = MessageFacts & {
  readonly uploads: readonly FileId[];
  /** Its topic at the time of the deletion. Absent for private messages, and if the message is known only from `DeletionHeld`. */
  readonly topic?: string;
  /** Whether the log has its `DeletionHeld` event. */
  readonly onRecord?: true;
};

export type Holds = {
  byId: Map<HoldId, Hold>;
  holdIdMax: number;
  deleted: Map<MessageId, HeldDeletion>;
  /** Maps a file that messages in `deleted` shared to the number of those messages. */
  uploads: Map<FileId, number>;
};

export const holdsState: StatePart<Holds, Held & { readonly files: Files }> = {
  initial: () => ({ byId: new Map(), holdIdMax: 0, deleted: new Map(), uploads: new Map() }),
  on: {
    HoldPlaced({ id: eventId, data: { reason: _, request: __, ...hold } }, holds) {
      holds.byId.set(hold.holdId, { ...hold, eventId });
      holds.holdIdMax = Math.max(holds.holdIdMax, hold.holdId);
    },
    HoldChanged: ({ data: { reason: _, ...changed } }, { byId }) => changeEntry(byId, changed.holdId, () => changed),
    HoldEnded: ({ data }, { byId }) => void byId.delete(data.holdId),
    /** The message counts as held until that is recorded, because its files may be deleted in the meantime. */
    MessageDeleted({ data }, holds, realm) {
      if (data.erased || holds.byId.size === 0) return;
      const { messageId, senderId, sentAt, place, leftChannels = [], uploads = [] } = data;
      const addressed = addressedAt(place, realm.files.sharing.get(messageId)?.alsoAddressed);
      const stoodIn = place.kind === 'channel' ? [...new Set([...leftChannels, place.channelId])] : leftChannels;
      const message = { messageId, senderId, sentAt, addressed, stoodIn };
      if (new HoldFinder(realm).over(message).length === 0) return;
      holdDeletion(holds, { ...message, uploads, ...(place.kind === 'channel' && { topic: place.topic }) });
    },
    DeletionHeld({ data: { message, uploads } }, holds) {
      const { topic } = holds.deleted.get(message.messageId) ?? {};
      holdDeletion(holds, { ...message, uploads, ...(topic !== undefined && { topic }), onRecord: true });
    },
    HeldDeletionsEnded({ data }, holds) {
      for (const messageId of data.messageIds) endHeldDeletion(holds, messageId);
    },
  },
};

export function holdDeletion(holds: Holds, deletion: HeldDeletion): void {
  const isKnown = holds.deleted.has(deletion.messageId);
  holds.deleted.set(deletion.messageId, deletion);
  if (isKnown) return;
  for (const fileId of deletion.uploads) holds.uploads.set(fileId, (holds.uploads.get(fileId) ?? 0) + 1);
}

function endHeldDeletion(holds: Holds, messageId: MessageId): void {
  for (const fileId of holds.deleted.get(messageId)?.uploads ?? []) {
    const others = (holds.uploads.get(fileId) ?? 0) - 1;
    if (others > 0) holds.uploads.set(fileId, others);
    else holds.uploads.delete(fileId);
  }
  holds.deleted.delete(messageId);
}

const addressedAt = (place: Place, alsoAddressed: readonly UserId[] = []): UserId[] => [
  ...(place.kind === 'private' ? place.userIds : []),
  ...alsoAddressed,
];

export type Held = { readonly holds: Holds; readonly memberships: Memberships; readonly topics: Topics };

/** The legal holds that name the person. While there is one, no data of the person are removed. */
export const holdsOnPerson = ({ byId }: Pick<Holds, 'byId'>, userId: UserId): HoldId[] =>
  [...byId.values()].filter(({ userIds }) => userIds.includes(userId)).map(({ holdId }) => holdId);

/** Finds the holds that cover messages and files. It caches what it has looked up, so that each decision needs its own instance. */
export class HoldFinder {
  readonly #state: Held;
  readonly #scopes: readonly {
    readonly hold: Hold;
    readonly users: ReadonlySet<number>;
    readonly channels: ReadonlySet<number>;
  }[];
  /** Maps a hold and a channel to the hold's custodians who were ever subscribed to the channel. */
  readonly #subscribed = new Map<string, readonly UserId[]>();

  constructor(state: Held) {
    this.#state = state;
    this.#scopes = [...state.holds.byId.values()].map((hold) => ({
      hold,
      users: new Set(hold.userIds),
      channels: new Set(hold.channelIds),
    }));
  }

  over(message: MessageFacts): HoldId[] {
    return this.#scopes
      .filter(
        ({ hold, users, channels }) =>
          isWithin(hold, message.sentAt) &&
          (users.has(message.senderId) ||
            message.addressed.some((userId) => users.has(userId)) ||
            message.stoodIn.some((channelId) => channels.has(channelId)) ||
            this.#isReceived(hold, message)),
      )
      .map(({ hold }) => hold.holdId);
  }

  /**
   * A file is covered by the holds of its uploader, and by those of every message that shares it or shared it before the message was
   * deleted.
   */
  isFileHeld(file: UploadedFile, { sharing }: Pick<Files, 'sharing'>): boolean {
    const { holds, topics } = this.#state;
    const isMessageHeld = (messageId: MessageId): boolean => {
      const message = sharing.get(messageId);
      if (!message) return false;
      const addressed = addressedAt(message.place, message.alsoAddressed);
      return this.over({ ...message, addressed, stoodIn: channelsOf(topics, messageId, message.place) }).length > 0;
    };
    return (
      holds.uploads.has(file.fileId) ||
      this.#scopes.some(({ hold, users }) => users.has(file.userId) && isWithin(hold, file.uploadedAt)) ||
      file.sharedBy.some(isMessageHeld)
    );
  }

  /** Whether a custodian was subscribed to the channel to which the message was sent. */
  #isReceived(hold: Hold, { stoodIn: [channelId], messageId }: MessageFacts): boolean {
    if (channelId === undefined) return false;
    const { memberships } = this.#state;
    const key = `${hold.holdId}.${channelId}`;
    const known = this.#subscribed.get(key);
    const custodians =
      known ?? hold.userIds.filter((userId) => receivedRanges(memberships, channelId, userId).length > 0);
    if (!known) this.#subscribed.set(key, custodians);
    return custodians.some((userId) => wasSubscribedFor(memberships, channelId, userId, messageId));
  }
}

const isWithin = ({ since, until }: HoldScope, at: Millis): boolean =>
  (since === null || at >= since) && (until === null || at < until);

/** The facts about a message from its events before its deletion. `sent` is undefined if those events are gone. */
type FactsBeforeDeletion = {
  readonly sent?: Recorded<'MessageSent'>['data'] | undefined;
  readonly mentioned: ReadonlySet<UserId>;
};

/** Must be folded over the events of the message, in order. */
export const factsBeforeDeletion: Aggregate<FactsBeforeDeletion> = {
  initial: () => ({ mentioned: new Set() }),
  on: {
    MessageSent: ({ data }) => ({ sent: data, mentioned: new Set(data.text.mentioned) }),
    MessageEdited: ({ data }, facts) => ({
      ...facts,
      mentioned: new Set([...facts.mentioned, ...data.text.mentioned]),
    }),
    SubmessageAdded: ({ data }, facts) => ({ ...facts, mentioned: new Set([...facts.mentioned, data.userId]) }),
  },
};

/** The facts about a deleted message; undefined if its earlier events are gone. */
export function factsOfDeleted(
  { sent, mentioned }: FactsBeforeDeletion,
  { messageId, senderId, sentAt, place, leftChannels = [] }: Recorded<'MessageDeleted'>['data'],
): MessageFacts | undefined {
  if (!sent) return undefined;
  const from = sent.place;
  const channels = [from, place].flatMap((one) => (one.kind === 'channel' ? [one.channelId] : []));
  const addressed = new Set([...(from.kind === 'private' ? from.userIds : sent.alsoTo), ...mentioned]);
  return {
    messageId,
    senderId,
    sentAt,
    addressed: [...addressed].sort((a, b) => a - b),
    stoodIn: [...new Set([...channels.slice(0, 1), ...leftChannels, ...channels.slice(1)])],
  };
}
