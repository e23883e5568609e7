/**
 * A second, simpler interpretation of the log: who may see which text, and what each listing and each queue must contain. It shares only the
 * types of events with the product.
 */
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { type Channel, type Interval, isMovedIn, marksIn, type Queue, type Said, type User } from './said.ts';

const guest = 600;
const owner = 100;
const open = Number.POSITIVE_INFINITY;

export class Model {
  readonly users = new Map<number, User>();
  readonly channels = new Map<number, Channel>();
  readonly said = new Map<number, Said>();
  readonly queues = new Map<string, Queue>();
  /** Mark → who may ever have seen it. */
  readonly #seenBy = new Map<string, Set<number>>();
  /** Mark → the message that says it first. */
  readonly byMark = new Map<string, Said>();
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
    return (this.said.get(messageId)?.isLate ?? false) && messageId < this.#highestDeleted;
  }

  fold(stored: StoredEvent): void {
    const event = { type: stored.type, data: stored.data } as DomainEvent;
    const { position } = stored;
    const { at } = stored.metadata as { at: number };
    this.position = position;
    switch (event.type) {
      case 'UserCreated': {
        const { userId, role, addressFingerprint } = event.data;
        if (this.users.has(userId)) this.faults.push(`user ${userId} was created twice`);
        if (this.addresses.has(addressFingerprint)) this.faults.push(`two users have one address: ${userId}`);
        this.addresses.set(addressFingerprint, userId);
        this.users.set(userId, { id: userId, role, isActive: true });
        this.#show([...this.said.values()], [userId]);
        break;
      }
      case 'PersonDescribed':
        if (this.people.has(event.data.userId) && stored.revision === 0)
          this.faults.push(`a person was described twice`);
        this.people.set(event.data.userId, { fullName: event.data.fullName, email: event.data.email });
        break;
      case 'UserRoleChanged':
        this.#user(event.data.userId).role = event.data.role;
        this.#lookAtOwners();
        this.#show([...this.said.values()], [event.data.userId]);
        break;
      case 'UserDeactivated':
        this.#user(event.data.userId).isActive = false;
        this.#lookAtOwners();
        break;
      case 'UserReactivated':
        this.#user(event.data.userId).isActive = true;
        break;
      case 'ChannelCreated': {
        const { channelId, name, inviteOnly, historyPublic, subscribers } = event.data;
        const sameName = [...this.channels.values()].some(
          (other) => !other.isArchived && other.name.toLowerCase() === name.toLowerCase(),
        );
        if (sameName) this.faults.push(`two streams are called ${name}`);
        const memory = { received: new Map<number, Interval[]>(), leftAt: new Map<number, number>() };
        this.channels.set(channelId, { id: channelId, name, inviteOnly, historyPublic, isArchived: false, ...memory });
        this.#join(channelId, subscribers);
        break;
      }
      case 'ChannelRenamed':
        this.#channel(event.data.channelId).name = event.data.name;
        break;
      case 'ChannelArchived': {
        const channel = this.#channel(event.data.channelId);
        this.#leave(channel.id, [...channel.received.keys()], at);
        channel.isArchived = true;
        break;
      }
      case 'SubscribersAdded':
        this.#join(event.data.channelId, event.data.userIds);
        break;
      case 'SubscribersRemoved':
        this.#leave(event.data.channelId, event.data.userIds, at);
        break;
      case 'MessageSent': {
        const { messageId, senderId, place, text } = event.data;
        const said: Said = {
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
        if (this.said.has(messageId)) this.faults.push(`message ${messageId} was sent twice`);
        this.said.set(messageId, said);
        this.#highest = Math.max(this.#highest, messageId);
        for (const mark of marksIn(text.content)) {
          if (this.byMark.has(mark)) this.faults.push(`${mark} was sent twice`);
          this.byMark.set(mark, said);
        }
        this.#show([said], [...this.users.keys()]);
        for (const queue of this.queues.values())
          if (this.#isTold(queue, said)) queue.expected.push({ position, type: 'message', messageId });
        break;
      }
      case 'MessageEdited': {
        const said = this.said.get(event.data.messageId);
        if (!said) break;
        said.contents.push(event.data.text.content);
        said.changedAt.push(at);
        for (const mark of marksIn(event.data.text.content)) if (!this.byMark.has(mark)) this.byMark.set(mark, said);
        this.#show([said], [...this.users.keys()]);
        for (const queue of this.queues.values())
          if (this.#isToldOfChange(queue, said))
            queue.expected.push({ position, type: 'update_message', messageId: said.id, isUnsure: isMovedIn(said) });
        break;
      }
      case 'MessageDeleted': {
        const said = this.said.get(event.data.messageId);
        if (said) {
          said.isDeleted = true;
          for (const queue of this.queues.values()) {
            const isTold = this.#isToldOfChange(queue, said);
            const isUnsure = !isTold || isMovedIn(said);
            if (isTold || this.#received(queue.userId, said))
              queue.expected.push({ position, type: 'delete_message', messageId: said.id, isUnsure });
          }
        }
        this.#highest = Math.max(this.#highest, event.data.messageId);
        this.#highestDeleted = Math.max(this.#highestDeleted, event.data.messageId);
        break;
      }
      case 'TopicMoved': {
        const { channelId, topic, messageId, which, to, part } = event.data;
        const moved = [...this.said.values()].filter(
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
        // Guests may not read what was moved to a stream that they are not in. Of which messages they are told is up to the client.
        for (const queue of [...this.queues.values()].filter(isLeftBehind))
          for (const { id } of moved)
            queue.expected.push({ position, type: 'delete_message', messageId: id, isUnsure: true });
        for (const said of moved) said.place = { kind: 'channel', channelId: to.channelId, topic: to.topic };
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
    const ids = [...this.said.values()]
      .filter((said) => !said.isDeleted && this.#received(userId, said))
      .map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  }

  /** The same for a listing of one stream, for a user who may see it. */
  inChannel(userId: number, channelId: number): number[] {
    const ids = [...this.said.values()]
      .filter((said) => !said.isDeleted && said.place.kind === 'channel' && said.place.channelId === channelId)
      .filter((said) => this.maySeeNow(userId, said))
      .map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.channels.get(channelId)?.received.get(userId)?.at(-1)?.to === open;
  }

  maySeeNow(userId: number, said: Said): boolean {
    if (this.#received(userId, said)) return true;
    if (said.place.kind === 'private') return false;
    const channel = this.#channel(said.place.channelId);
    if (channel.isArchived) return false;
    if (!channel.inviteOnly && this.users.get(userId)?.role !== guest) return true;
    return channel.historyPublic && this.isSubscribed(userId, channel.id);
  }

  #received(userId: number, said: Said): boolean {
    const { place, id } = said;
    if (place.kind === 'private') return place.userIds.includes(userId);
    const intervals = this.#channel(place.channelId).received.get(userId) ?? [];
    return intervals.some(({ from, to }) => from <= id && id < to && (to === open || !isMovedIn(said)));
  }

  #isTold({ userId, allPublic }: Queue, said: Said): boolean {
    if (this.#received(userId, said)) return true;
    if (!allPublic || said.place.kind === 'private') return false;
    return !this.#channel(said.place.channelId).inviteOnly && this.users.get(userId)?.role !== guest;
  }

  /** The subscribers who may read the history, or received it. In a public stream, and of deletions, also who received it and has left. */
  #isToldOfChange({ userId, allPublic }: Queue, said: Said): boolean {
    if (said.place.kind === 'private') return said.place.userIds.includes(userId);
    const { id, inviteOnly, historyPublic, isArchived } = this.#channel(said.place.channelId);
    const isReceived = this.#received(userId, said);
    if (this.isSubscribed(userId, id)) return historyPublic || isReceived;
    const isOpen = !inviteOnly && this.users.get(userId)?.role !== guest;
    return isOpen && (allPublic || (!isArchived && isReceived));
  }

  #join(channelId: number, userIds: readonly number[]): void {
    const { received } = this.#channel(channelId);
    const fresh = userIds.filter((userId) => !this.isSubscribed(userId, channelId));
    for (const userId of fresh)
      received.set(userId, [...(received.get(userId) ?? []), { from: this.#highest + 1, to: open }]);
    this.#show(
      [...this.said.values()].filter(({ place }) => place.kind === 'channel' && place.channelId === channelId),
      fresh,
    );
  }

  #leave(channelId: number, userIds: readonly number[], at: number): void {
    const { received, leftAt } = this.#channel(channelId);
    for (const userId of userIds) {
      const last = received.get(userId)?.at(-1);
      if (last?.to !== open) continue;
      last.to = this.#highest + 1;
      leftAt.set(userId, at);
    }
  }

  /** What the message said, and says, to one who may see it: for those who left and may not read the history, nothing after that. */
  contentsFor(userId: number, { contents, changedAt, place }: Said): string[] {
    const channel = place.kind === 'private' ? undefined : this.#channel(place.channelId);
    const leftAt = channel?.leftAt.get(userId);
    const isOpen = !channel?.isArchived && !channel?.inviteOnly && this.users.get(userId)?.role !== guest;
    if (!channel || leftAt === undefined || isOpen || this.isSubscribed(userId, channel.id)) return contents;
    return contents.filter((_, version) => version === 0 || (changedAt[version] ?? 0) < leftAt);
  }

  /** Those who may see a message now may have seen all that it says, and said. */
  #show(all: readonly Said[], userIds: readonly number[]): void {
    for (const said of all)
      for (const userId of userIds)
        if (!said.isDeleted && this.maySeeNow(userId, said))
          for (const mark of this.contentsFor(userId, said).flatMap(marksIn)) {
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

  #channel(channelId: number): Channel {
    const channel = this.channels.get(channelId);
    if (!channel) throw new Error(`the log tells of stream ${channelId}, which was never created`);
    return channel;
  }
}
