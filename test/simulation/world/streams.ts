/** The streams of the model: who is and was in them, and what the organization names for new users and announcements. */
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import type { Channel, Interval } from './model-types.ts';

const open = Number.POSITIVE_INFINITY;

export class Streams {
  readonly byId = new Map<number, Channel>();
  readonly faults: string[] = [];
  /** Those of the default streams and of each group for new users. */
  readonly #forNewUsers = new Map<string, Set<number>>();
  /** Those in which the service announces something. */
  readonly #news = new Map<string, number | null>();

  /** `highest`: the highest message id so far. Returns the stream that the event is about. */
  fold(event: DomainEvent, at: number, highest: number): Channel | undefined {
    switch (event.type) {
      case 'ChannelCreated': {
        const { channelId, name, inviteOnly, historyPublic, subscribers } = event.data;
        this.#isNew(name);
        const memory = { received: new Map<number, Interval[]>(), leftAt: new Map<number, number>() };
        const flags = { inviteOnly, historyPublic, isArchived: false, closedAt: 0 };
        this.byId.set(channelId, { id: channelId, name, ...flags, ...memory });
        return this.#join(channelId, subscribers, highest);
      }
      case 'ChannelRenamed': {
        const channel = this.of(event.data.channelId);
        if (channel.isArchived) this.faults.push(`the archived stream ${channel.id} was renamed`);
        channel.name = '';
        this.#isNew(event.data.name);
        channel.name = event.data.name;
        return channel;
      }
      case 'ChannelPrivacyChanged': {
        const { channelId, inviteOnly, historyPublic } = event.data;
        const channel = this.of(channelId);
        if (inviteOnly && !channel.inviteOnly) channel.closedAt = at;
        return Object.assign(channel, { inviteOnly, historyPublic });
      }
      case 'ChannelArchived': {
        const channel = this.of(event.data.channelId);
        this.#leave(channel.id, [...channel.received.keys()], at, highest);
        if (!channel.isArchived && !channel.inviteOnly) channel.closedAt = at;
        for (const ids of this.#forNewUsers.values()) ids.delete(channel.id);
        for (const [what, id] of this.#news) if (id === channel.id) this.#news.set(what, null);
        return Object.assign(channel, { isArchived: true });
      }
      case 'SubscribersAdded':
        return this.#join(event.data.channelId, event.data.userIds, highest);
      case 'SubscribersRemoved':
        return this.#leave(event.data.channelId, event.data.userIds, at, highest);
      case 'DefaultChannelAdded':
        this.#named('the default streams').add(event.data.channelId);
        return undefined;
      case 'DefaultChannelRemoved':
        this.#named('the default streams').delete(event.data.channelId);
        return undefined;
      case 'NotificationsChannelSet':
        this.#news.set('news of streams', event.data.channelId);
        return undefined;
      case 'RealmSettingsChanged': {
        const { notifications_stream_id: streams, signup_notifications_stream_id: users } = event.data.settings;
        if (streams !== undefined) this.#news.set('news of streams', streams);
        if (users !== undefined) this.#news.set('news of users', users);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  of(channelId: number): Channel {
    const channel = this.byId.get(channelId);
    if (!channel) throw new Error(`the log tells of stream ${channelId}, which was never created`);
    return channel;
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.byId.get(channelId)?.received.get(userId)?.at(-1)?.to === open;
  }

  /** States that may not last: violations of rules that span several log streams. */
  inconsistencies(): string[] {
    const odd: string[] = [];
    for (const { id, isArchived, inviteOnly, received } of this.byId.values()) {
      const isEmpty = ![...received.keys()].some((userId) => this.isSubscribed(userId, id));
      if (!isArchived && inviteOnly && isEmpty)
        odd.push(`nobody can enter the private stream ${id} any more, and it is not archived`);
      if (isArchived && !isEmpty) odd.push(`stream ${id} is archived, and somebody is subscribed to it`);
    }
    for (const [where, ids] of this.#forNewUsers)
      for (const { id, isArchived, inviteOnly } of [...ids].map((one) => this.of(one)))
        if (isArchived || inviteOnly) odd.push(`stream ${id} is private or archived, and one of ${where}`);
    for (const [what, id] of this.#news)
      if (id !== null && this.of(id).isArchived) odd.push(`stream ${id} is archived, and there are ${what} in it`);
    return odd;
  }

  #named(where: string): Set<number> {
    const known = this.#forNewUsers.get(where) ?? new Set();
    this.#forNewUsers.set(where, known);
    return known;
  }

  #isNew(name: string): void {
    const isTaken = [...this.byId.values()].some(
      (other) => !other.isArchived && other.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) this.faults.push(`two streams are called ${name}`);
  }

  #join(channelId: number, userIds: readonly number[], highest: number): Channel {
    const channel = this.of(channelId);
    for (const userId of userIds)
      if (!this.isSubscribed(userId, channelId))
        channel.received.set(userId, [...(channel.received.get(userId) ?? []), { from: highest + 1, to: open }]);
    return channel;
  }

  #leave(channelId: number, userIds: readonly number[], at: number, highest: number): Channel {
    const channel = this.of(channelId);
    for (const userId of userIds) {
      const last = channel.received.get(userId)?.at(-1);
      if (last?.to !== open) continue;
      last.to = highest + 1;
      channel.leftAt.set(userId, at);
    }
    return channel;
  }
}
