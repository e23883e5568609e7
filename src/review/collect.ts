/**
 * The second pass of an export for review through the log. Each relevant act becomes a line. The lines are sorted by day, conversation and
 * time of the message.
 */
import { decode } from '../engine/follow/decode.ts';
import { idsOf } from '../state/channel-members.ts';
import { membersOf } from '../state/memberships.ts';
import { movedBy } from '../state/topics.ts';
import { dayMs } from '../vocabulary/day.ts';
import type { ReviewScope } from '../vocabulary/events/exports.ts';
import type { DataOf, Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import { conversationKey, type Place } from '../vocabulary/places.ts';
import type { Fact, Text } from './facts.ts';
import { MessageIndex } from './message-index.ts';
import { Names } from './names.ts';
import { paced } from './paced.ts';
import { type Found, inScope } from './scoped.ts';
import type { Sorter } from './sorter.ts';
import { isTheirs, type ReviewSurvey, type Source } from './survey.ts';

type Collected = {
  readonly index: MessageIndex;
  /** The conversations with at least one message, by their number in the keys of lines. The value is `stream-7` or `private-1-2`. */
  readonly conversations: ReadonlyMap<number, string>;
};

type Collecting = Source & {
  readonly survey: ReviewSurvey;
  readonly scope: ReviewScope;
  readonly sorter: Sorter;
  /** Called with the number of events that were read. */
  readonly looked?: ((events: number) => void) | undefined;
};

/** Reads the log up to the bound. */
export async function collect(given: Collecting): Promise<Collected> {
  const { readAll, realmId, survey, looked, signal } = given;
  const collector = new Collector(given);
  let events = 0;
  for await (const stored of paced(readAll(0), signal)) {
    if (!isTheirs(stored, realmId)) continue;
    events += 1;
    looked?.(events);
    // Erased events were counted too, if the log still has them.
    const event = survey.isErased(stored) ? undefined : decode(stored);
    if (event) await collector.see(event);
    if (stored.id === survey.last.id) break;
  }
  return collector;
}

const channelKey = (channelId: number): string => `stream-${channelId}`;
const keyOf = (place: Place): string =>
  place.kind === 'channel'
    ? channelKey(place.channelId)
    : `private-${conversationKey(place.userIds).replaceAll(',', '-')}`;

class Collector implements Collected {
  readonly index = new MessageIndex();
  readonly conversations = new Map<number, string>();
  readonly #names = new Names();
  readonly #numbers = new Map<string, number>();
  readonly #sorter: Sorter;
  readonly #isWanted: (found: Found) => boolean;
  readonly #channelIds: readonly number[];
  #facts = 0;

  constructor({ survey, scope, sorter }: Collecting) {
    this.#sorter = sorter;
    this.#isWanted = inScope(survey, scope);
    this.#channelIds = scope.channelIds;
  }

  async see(event: Recorded): Promise<void> {
    // The messages of a move are determined by their places before it.
    const moved = event.type === 'TopicMoved' ? movedBy(this.#names.topics, event.data) : [];
    const subscribed =
      event.type === 'ChannelArchived' ? idsOf(membersOf(this.#names.memberships, event.data.channelId)) : [];
    this.#names.see(event);
    switch (event.type) {
      case 'MessageSent':
        return this.#sent(event);
      case 'MessageEdited':
        return this.#about(event.data.messageId, { act: 'edited', ...this.#act(event), ...this.#text(event.data) });
      case 'MessageDeleted':
        return this.#deleted(event);
      case 'ReactionAdded':
      case 'ReactionRemoved': {
        const act = event.type === 'ReactionAdded' ? 'reacted' : 'unreacted';
        const by = this.#names.who(event.data.userId);
        return this.#about(event.data.messageId, { ...this.#act(event), act, by, emoji: event.data.emoji.name });
      }
      case 'SubmessageAdded': {
        const { messageId, msgType, content } = event.data;
        return this.#about(messageId, { ...this.#act(event), act: 'added', msg_type: msgType, content });
      }
      case 'TopicMoved': {
        const to = this.#names.where({
          kind: 'channel',
          channelId: event.data.to.channelId,
          topic: event.data.to.topic,
        });
        for (const id of moved) await this.#about(id, { act: 'moved', ...this.#act(event), to });
        return;
      }
      case 'ChannelCreated':
        return this.#joined(event, 'joined', event.data.channelId, event.data.subscribers);
      case 'SubscribersAdded':
        return this.#joined(event, 'joined', event.data.channelId, event.data.userIds);
      case 'SubscribersRemoved':
        return this.#joined(event, 'left', event.data.channelId, event.data.userIds);
      case 'ChannelArchived':
        return this.#joined(event, 'left', event.data.channelId, subscribed);
    }
  }

  #act({ id, metadata: { at, actor } }: Recorded) {
    return { event: id, at, by: this.#names.who(actor) };
  }

  #text({ text }: Pick<DataOf<'MessageSent'>, 'text'>): Text {
    return { content: text.content, attachments: this.#names.attachments(text.uploads) };
  }

  async #sent(event: Recorded<'MessageSent'>): Promise<void> {
    const { messageId, senderId, place, text, alsoTo } = event.data;
    const addressed = [...alsoTo, ...text.mentioned];
    const found = { messageId, senderId, sentAt: event.metadata.at, place, addressed };
    if (!this.#isWanted(found)) return;
    this.#enter(found);
    const by = this.#names.who(senderId);
    const where = this.#names.where(place);
    const { client } = event.metadata;
    await this.#about(messageId, {
      act: 'sent',
      ...this.#act(event),
      by,
      id: messageId,
      where,
      client,
      ...this.#text(event.data),
    });
  }

  async #deleted(event: Recorded<'MessageDeleted'>): Promise<void> {
    const { messageId, senderId, place, sentAt, erased = false } = event.data;
    const isHeld = this.index.get(messageId) !== undefined;
    if (!isHeld) {
      const found = { messageId, senderId, sentAt, place, addressed: [] };
      // The content is gone, but its author, time and place are not.
      if (!this.#isWanted(found)) return;
      this.#enter(found);
      const by = this.#names.who(senderId);
      const gone = { client: '', content: null, attachments: [], where: this.#names.where(place) };
      await this.#about(messageId, { act: 'sent', event: event.id, at: sentAt, by, id: messageId, ...gone });
    }
    await this.#about(messageId, { act: 'deleted', ...this.#act(event), held: isHeld, erased });
  }

  #enter({ messageId, sentAt, place }: Found): void {
    const key = keyOf(place);
    const number = this.#numberOf(key);
    this.conversations.set(number, key);
    this.index.add(messageId, sentAt, number);
  }

  async #about(messageId: MessageId, fact: Fact): Promise<void> {
    const entry = this.index.get(messageId);
    if (!entry) return;
    await this.#add(entry.at, entry.conversation, entry.order, fact);
  }

  /** The joins of every chat stream that may have a message in the export. */
  async #joined(
    event: Recorded,
    act: 'joined' | 'left',
    channelId: ChannelId,
    userIds: readonly UserId[],
  ): Promise<void> {
    if (userIds.length === 0 || (this.#channelIds.length > 0 && !this.#channelIds.includes(channelId))) return;
    const users = userIds.map((userId) => this.#names.who(userId));
    const stream = this.#names.channel(channelId);
    const fact: Fact = { act, ...this.#act(event), stream_id: channelId, stream, users };
    await this.#add(fact.at, this.#numberOf(channelKey(channelId)), 0, fact);
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  async #add(at: number, conversation: number, order: number, fact: Fact): Promise<void> {
    this.#facts += 1;
    const key = [
      digits(Math.floor(at / dayMs), 6),
      digits(conversation, 9),
      digits(at, 15),
      digits(order, 10),
      digits(this.#facts, 12),
    ];
    await this.#sorter.add(key.join('.'), JSON.stringify(fact));
  }
}

const digits = (number: number, count: number): string => String(number).padStart(count, '0');
