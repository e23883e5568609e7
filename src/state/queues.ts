/** The current event queues, their users, and when each was last polled according to the log. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { QueueOptions } from '../vocabulary/events/queue.ts';
import type { Millis, QueueId, UserId } from '../vocabulary/ids.ts';
import { accountable, type Directory } from './directory.ts';

export type Queue = {
  readonly queueId: QueueId;
  readonly userId: UserId;
  /** The user against whose limit it counts. */
  readonly countsFor: UserId;
  readonly options: QueueOptions;
  /** The log position of its registration. The queue contains the client events of later positions. */
  readonly start: number;
  readonly touchedAt: Millis;
};

/** How many queues there are, and the bytes of their options. */
type QueueUse = { readonly queues: number; readonly bytes: number };

const noUse: QueueUse = { queues: 0, bytes: 0 };

/** The queues of an organization by id. Their use is counted when one is added or removed, so that a registration need not count them. */
export class Queues extends Map<QueueId, Queue> {
  /** Grouped by the user for whom they count (`countsFor`). */
  readonly #ofUser = new Map<UserId, QueueUse>();
  #inAll = noUse;

  get inAll(): QueueUse {
    return this.#inAll;
  }

  useOf(userId: UserId): QueueUse {
    return this.#ofUser.get(userId) ?? noUse;
  }

  override set(queueId: QueueId, queue: Queue): this {
    this.#count(this.get(queueId), -1);
    this.#count(queue, 1);
    return super.set(queueId, queue);
  }

  override delete(queueId: QueueId): boolean {
    this.#count(this.get(queueId), -1);
    return super.delete(queueId);
  }

  override clear(): void {
    this.#ofUser.clear();
    this.#inAll = noUse;
    super.clear();
  }

  #count(queue: Queue | undefined, sign: 1 | -1): void {
    if (!queue) return;
    const change = { queues: sign, bytes: sign * optionsBytes(queue.options) };
    const ofUser = sum(this.useOf(queue.countsFor), change);
    if (ofUser.queues === 0) this.#ofUser.delete(queue.countsFor);
    else this.#ofUser.set(queue.countsFor, ofUser);
    this.#inAll = sum(this.#inAll, change);
  }
}

const sum = (a: QueueUse, b: QueueUse): QueueUse => ({ queues: a.queues + b.queues, bytes: a.bytes + b.bytes });

/** UTF-8 takes at most three bytes for each UTF-16 unit. */
export const optionsBytes = (options: QueueOptions): number =>
  [...(options.eventTypes ?? []), ...options.narrow.flat()].reduce((bytes, text) => bytes + 3 * text.length + 16, 100);

export const queuesState: StatePart<Queues, { readonly directory: Pick<Directory, 'accounts'> }> = {
  initial: () => new Queues(),
  on: {
    EventQueueRegistered(event, queues, { directory }) {
      const { queueId, userId, options } = event.data;
      const countsFor = accountable(directory, userId);
      queues.set(queueId, { queueId, userId, countsFor, options, start: event.position, touchedAt: event.metadata.at });
    },
    EventQueueTouched: ({ data, metadata: { at: touchedAt } }, queues) =>
      changeEntry(queues, data.queueId, () => ({ touchedAt })),
    EventQueueDeleted: ({ data }, queues) => void queues.delete(data.queueId),
    EventQueueExpired: ({ data }, queues) => void queues.delete(data.queueId),
    RealmDeactivated: (_event, queues) => queues.clear(),
  },
};

export function queuesByUser(queues: Queues, userIds: ReadonlySet<number>): Map<UserId, Queue[]> {
  const found = new Map<UserId, Queue[]>();
  for (const queue of queues.values())
    if (userIds.has(queue.userId)) found.set(queue.userId, [...(found.get(queue.userId) ?? []), queue]);
  return found;
}
