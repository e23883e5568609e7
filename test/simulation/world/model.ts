/**
 * A second, simpler interpretation of the log: who may see which text, and what each listing and each queue must contain. It shares only the
 * types of events with the product.
 */
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { type Channel, isMovedIn, marksIn, type Queue, type SentMessage, type User } from './model-types.ts';
import { Streams } from './streams.ts';

const guest = 600;
const owner = 100;
const open = Number.POSITIVE_INFINITY;

export class Model {
  readonly users = new Map<number, User>();
  readonly streams = new Streams();
  readonly messages = new Map<number, SentMessage>();
  readonly queues = new Map<string, Queue>();
  /** Mark → who may ever have seen it. */
  readonly #seenBy = new Map<string, Set<number>>();
  /** Maps a mark to the first message that contains it. */
  readonly byMark = new Map<string, SentMessage>();
  readonly addresses = new Map<string, number>();
  readonly people = new Map<number, { fullName: string; email: string }>();
  readonly faults: string[] = [];
  position = 0;
  #highest = 0;
  #highestDeleted = 0;

  maySee(userId: number, mark: string): boolean {
    return this.#seenBy.get(mark)?.has(userId) ?? false;
  }

  /**
   * Whether it depends on a scrub who received the message: it came late, and a message with a higher id was deleted, which no longer tells
   * a rebuilt state that its id was given already (docs/promises.md, 16).
   */
  isUnsettled(messageId: number): boolean {
    return (this.messages.get(messageId)?.isLate ?? false) && messageId < this.#highestDeleted;
  }

  fold(stored: StoredEvent): void {
    const event = { type: stored.type, data: stored.data } as DomainEvent;
    const { position } = stored;
    const { at } = stored.metadata as { at: number };
    this.position = position;
    const channel = this.streams.fold(event, at, this.#highest);
    if (channel) this.#show(this.#in(channel.id), [...this.users.keys()]);
    switch (event.type) {
      case 'UserCreated': {
        const { userId, role, addressFingerprint } = event.data;
        if (this.users.has(userId)) this.faults.push(`user ${userId} was created twice`);
        if (this.addresses.has(addressFingerprint)) this.faults.push(`two users have one address: ${userId}`);
        this.addresses.set(addressFingerprint, userId);
        this.users.set(userId, { id: userId, role, isActive: true, guestDuring: [] });
        if (role === guest) this.#user(userId).guestDuring.push([0, Number.POSITIVE_INFINITY]);
        this.#show([...this.messages.values()], [userId]);
        break;
      }
      case 'PersonDescribed':
        if (this.people.has(event.data.userId) && stored.revision === 0)
          this.faults.push(`a person was described twice`);
        this.people.set(event.data.userId, { fullName: event.data.fullName, email: event.data.email });
        break;
      case 'UserRoleChanged':
        this.#changeRole(this.#user(event.data.userId), event.data.role, at);
        this.#lookAtOwners();
        this.#show([...this.messages.values()], [event.data.userId]);
        break;
      case 'UserDeactivated':
        this.#user(event.data.userId).isActive = false;
        this.#lookAtOwners();
        break;
      case 'UserReactivated':
        this.#user(event.data.userId).isActive = true;
        break;
      case 'MessageSent': {
        const { messageId, senderId, place, text } = event.data;
        const message: SentMessage = {
          id: messageId,
          position,
          senderId,
          place,
          sentTo: place,
          contents: [text.content],
          changedAt: [at],
          isDeleted: false,
          isLate: messageId < this.#highest,
        };
        if (this.messages.has(messageId)) this.faults.push(`message ${messageId} was sent twice`);
        this.messages.set(messageId, message);
        this.#highest = Math.max(this.#highest, messageId);
        for (const mark of marksIn(text.content)) {
          if (this.byMark.has(mark)) this.faults.push(`${mark} was sent twice`);
          this.byMark.set(mark, message);
        }
        this.#show([message], [...this.users.keys()]);
        for (const queue of this.queues.values())
          if (this.#receivesMessage(queue, message)) {
            queue.expected.push({ position, type: 'message', messageId });
            this.#recordSeen(message.contents, queue.userId);
          }
        break;
      }
      case 'MessageEdited': {
        const message = this.messages.get(event.data.messageId);
        if (!message) break;
        message.contents.push(event.data.text.content);
        message.changedAt.push(at);
        for (const mark of marksIn(event.data.text.content)) if (!this.byMark.has(mark)) this.byMark.set(mark, message);
        this.#show([message], [...this.users.keys()]);
        for (const queue of this.queues.values())
          if (this.#receivesChange(queue, message)) {
            queue.expected.push({
              position,
              type: 'update_message',
              messageId: message.id,
              isUnsure: isMovedIn(message),
            });
            this.#recordSeen(message.contents, queue.userId);
          }
        break;
      }
      case 'MessageDeleted': {
        const message = this.messages.get(event.data.messageId);
        if (message) {
          message.isDeleted = true;
          for (const queue of this.queues.values()) {
            const isReceiver = this.#receivesChange(queue, message);
            const isUnsure = !isReceiver || isMovedIn(message) || this.#hasLeft(queue, message);
            if (isReceiver || this.#received(queue.userId, message))
              queue.expected.push({ position, type: 'delete_message', messageId: message.id, isUnsure });
          }
        }
        this.#highest = Math.max(this.#highest, event.data.messageId);
        this.#highestDeleted = Math.max(this.#highestDeleted, event.data.messageId);
        break;
      }
      case 'TopicMoved': {
        const { channelId, topic, messageId, which, to, part } = event.data;
        const moved = [...this.messages.values()].filter(
          ({ id, place, isDeleted }) =>
            !isDeleted &&
            place.kind === 'channel' &&
            place.channelId === channelId &&
            place.topic.toLowerCase() === topic.toLowerCase() &&
            (!part || (part.range.from <= id && id <= part.range.to)) &&
            (which === 'all' || id === messageId || (which === 'later' && id > messageId)),
        );
        const isLeftBehind = ({ userId }: Queue): boolean =>
          this.#user(userId).role === guest &&
          this.isSubscribed(userId, channelId) &&
          !this.isSubscribed(userId, to.channelId);
        // Guests may not read what was moved to a stream that they are not subscribed to. Which messages are deleted for them is computed
        // by the client.
        for (const queue of [...this.queues.values()].filter(isLeftBehind))
          for (const { id } of moved)
            queue.expected.push({ position, type: 'delete_message', messageId: id, isUnsure: true });
        for (const message of moved) message.place = { kind: 'channel', channelId: to.channelId, topic: to.topic };
        this.#show(moved, [...this.users.keys()]);
        break;
      }
      case 'EventQueueRegistered': {
        const { queueId, userId, options } = event.data;
        const allPublic = options.allPublicStreams;
        this.queues.set(queueId, { userId, start: position, allPublic, expected: [], isOver: false });
        break;
      }
      case 'EventQueueDeleted':
      case 'EventQueueExpired': {
        const queue = this.queues.get(event.data.queueId);
        if (queue) queue.isOver = true;
        break;
      }
    }
  }

  /** The ids of the messages that a listing without a narrow has for the user. */
  receivedBy(userId: number): number[] {
    const ids = [...this.messages.values()]
      .filter((message) => !message.isDeleted && this.#received(userId, message))
      .map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  }

  /** The same for a listing of one stream, for a user who may see it. */
  inChannel(userId: number, channelId: number): number[] {
    const ids = [...this.messages.values()]
      .filter(
        (message) => !message.isDeleted && message.place.kind === 'channel' && message.place.channelId === channelId,
      )
      .filter((message) => this.maySeeNow(userId, message))
      .map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  }

  get channels(): ReadonlyMap<number, Channel> {
    return this.streams.byId;
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.streams.isSubscribed(userId, channelId);
  }

  maySeeNow(userId: number, message: SentMessage): boolean {
    if (this.#received(userId, message)) return true;
    if (message.place.kind === 'private') return false;
    const channel = this.streams.of(message.place.channelId);
    if (channel.isArchived) return false;
    if (!channel.inviteOnly && this.users.get(userId)?.role !== guest) return true;
    return channel.historyPublic && this.isSubscribed(userId, channel.id);
  }

  #received(userId: number, message: SentMessage): boolean {
    const { place, id } = message;
    if (place.kind === 'private') return place.userIds.includes(userId);
    const intervals = this.streams.of(place.channelId).received.get(userId) ?? [];
    return intervals.some(({ from, to }) => from <= id && id < to && (to === open || !isMovedIn(message)));
  }

  #receivesMessage({ userId, allPublic }: Queue, message: SentMessage): boolean {
    if (this.#received(userId, message)) return true;
    if (!allPublic || message.place.kind === 'private') return false;
    return !this.streams.of(message.place.channelId).inviteOnly && this.users.get(userId)?.role !== guest;
  }

  /** The subscribers who may read the history, or received it. In a public stream, and of deletions, also who received it and has left. */
  #receivesChange({ userId, allPublic }: Queue, message: SentMessage): boolean {
    if (message.place.kind === 'private') return message.place.userIds.includes(userId);
    const { id, inviteOnly, historyPublic, isArchived } = this.streams.of(message.place.channelId);
    const isReceived = this.#received(userId, message);
    if (this.isSubscribed(userId, id)) return historyPublic || isReceived;
    const isOpen = !inviteOnly && this.users.get(userId)?.role !== guest;
    return isOpen && (allPublic || (!isArchived && isReceived));
  }

  /** Whether the user knows of the message because they were subscribed then, which a scrub may hide (docs/promises.md, 16). */
  #hasLeft({ userId, allPublic }: Queue, { place }: SentMessage): boolean {
    return place.kind === 'channel' && !allPublic && !this.isSubscribed(userId, place.channelId);
  }

  /**
   * The texts of the message for a user who may see it. Users who left and may not read the history see nothing from after they left or, if
   * that was later, after the history was closed to them.
   */
  contentsFor(userId: number, { contents, changedAt, place }: SentMessage): string[] {
    const channel = place.kind === 'private' ? undefined : this.streams.of(place.channelId);
    const leftAt = channel?.leftAt.get(userId);
    if (!channel || leftAt === undefined || this.isSubscribed(userId, channel.id)) return contents;
    const { isArchived, inviteOnly, closedAt } = channel;
    const user = this.#user(userId);
    const asGuest = user.guestDuring.find(([from, to]) => from <= closedAt && closedAt <= to);
    const closed = [
      ...user.guestDuring.filter(([, to]) => to === Number.POSITIVE_INFINITY).map(([from]) => from),
      ...(isArchived || inviteOnly ? [asGuest?.[0] ?? closedAt] : []),
    ];
    if (closed.length === 0) return contents;
    const until = Math.max(leftAt, Math.min(...closed));
    return contents.filter((_, version) => version === 0 || (changedAt[version] ?? 0) < until);
  }

  #changeRole(user: User, role: number, at: number): void {
    const last = user.guestDuring.at(-1);
    if (role === guest) user.guestDuring.push([at, Number.POSITIVE_INFINITY]);
    else if (user.role === guest && last) last[1] = at;
    user.role = role;
  }

  #in(channelId: number): SentMessage[] {
    return [...this.messages.values()].filter(({ place }) => place.kind === 'channel' && place.channelId === channelId);
  }

  /** Users who may see a message now may have seen all of its texts. */
  #show(all: readonly SentMessage[], userIds: readonly number[]): void {
    for (const message of all)
      for (const userId of userIds)
        if (!message.isDeleted && this.maySeeNow(userId, message))
          this.#recordSeen(this.contentsFor(userId, message), userId);
  }

  /** Queues also get messages that were sent and edited while another process archived their public stream. */
  #recordSeen(contents: readonly string[], userId: number): void {
    for (const mark of contents.flatMap(marksIn)) {
      const known = this.#seenBy.get(mark);
      if (known) known.add(userId);
      else this.#seenBy.set(mark, new Set([userId]));
    }
  }

  #lookAtOwners(): void {
    if (![...this.users.values()].some(({ role, isActive }) => role === owner && isActive))
      this.faults.push('the organization has no owner');
  }

  #user(userId: number): User {
    const user = this.users.get(userId);
    if (!user) throw new Error(`the log tells of user ${userId}, who was never created`);
    return user;
  }
}
