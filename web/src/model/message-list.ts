/** The messages of a narrow, in order. More are loaded when the reader comes near an end. */
import { batch, computed, signal } from '@preact/signals';
import { type Api, ApiError } from 'verbatim/client';
import { client, wordsOf } from '../api/connection.ts';
import type { Listed } from '../api/types.ts';
import { eraOfMessages, keep, messageOf } from './messages.ts';
import { matches, type Narrow, sentForm } from './narrow.ts';
import { me } from './organization.ts';
import { arrived, pending } from './sending.ts';

type Answer = Api['GET /messages']['answer'];
type Anchor = number | 'newest' | 'oldest' | 'first_unread';

const firstBefore = 50;
const firstAfter = 50;
const pageMin = 100;
const pageMax = 1000;
const pageWithin = (size: number): number => Math.min(pageMax, Math.max(pageMin, size));
/** Pages grow with the number of loaded messages, so that a long history needs few requests. */
const pageOf = (loaded: number): number => pageWithin(Math.floor(loaded / 4));
/** At the end of a list that has more messages, the oldest ones are dropped. */
const lengthMax = 500;
const lengthKept = 250;
/** After this many requests, an answer is used although events have changed its messages. */
const fetchesMax = 3;

export class MessageList {
  readonly narrow: Narrow;
  /** Ascending. */
  readonly ids = signal<readonly number[]>([]);
  readonly isLoading = signal(true);
  readonly foundOldest = signal(false);
  readonly foundNewest = signal(false);
  readonly trouble = signal<string | undefined>(undefined);
  /** Where the reader starts: at a message, or at the end. */
  readonly start = signal<number | 'end' | undefined>(undefined);
  /** Whether the list shows no message, because none is loaded yet or none is left. Messages that are being sent are then shown alone. */
  readonly isBare = computed(() => this.start.value === undefined || this.ids.value.length === 0);
  /** The message at which the reader is; undefined at the end. */
  reading: number | undefined;
  /** Messages that arrived while a page was being fetched. */
  readonly #early: Listed[] = [];
  /** Messages that changed while a page was being fetched. */
  #changed = new Set<number>();
  #asked = 0;
  readonly #era = eraOfMessages();

  constructor(narrow: Narrow) {
    this.narrow = narrow;
  }

  /** Repeats the request that failed. */
  again: () => Promise<void> = () => this.load('newest');

  /** Fetches again what is loaded, so that the reader stays where they are. */
  async refresh(): Promise<void> {
    const { value: ids } = this.ids;
    const middle = this.foundNewest.value ? undefined : ids[Math.floor(ids.length / 2)];
    await this.load(this.reading ?? middle ?? 'newest', pageWithin(ids.length));
  }

  /** Replaces the list with `size` messages around `anchor`. */
  async load(anchor: Anchor, size = firstBefore + firstAfter): Promise<void> {
    this.again = () => this.load(anchor, size);
    this.#asked += 1;
    const before = anchor === 'oldest' ? 0 : anchor === 'newest' ? size : Math.ceil(size / 2);
    await this.#take(anchor, before, size - before, (answer) => {
      this.ids.value = answer.messages.map(({ id }) => id);
      this.foundOldest.value = answer.found_oldest;
      this.foundNewest.value = answer.found_newest || anchor === 'newest';
      const isAtMessage = anchor !== 'newest' && this.ids.value.includes(answer.anchor);
      this.start.value = isAtMessage ? answer.anchor : anchor === 'oldest' ? this.ids.value[0] : 'end';
    });
  }

  /** Bounds a list at whose end the reader stays for days. What is dropped is loaded again when the reader comes near it. */
  dropOldest(): void {
    const { value: ids } = this.ids;
    if (ids.length <= lengthMax || this.isLoading.value) return;
    batch(() => {
      this.ids.value = ids.slice(-lengthKept);
      this.foundOldest.value = false;
    });
  }

  async loadOlder(): Promise<void> {
    const [oldest] = this.ids.value;
    if (oldest !== undefined && !this.foundOldest.value) await this.#more(oldest, 'older');
  }

  async loadNewer(): Promise<void> {
    const newest = this.ids.value.at(-1);
    if (newest !== undefined && !this.foundNewest.value) await this.#more(newest, 'newer');
  }

  async #more(anchor: number, side: 'older' | 'newer'): Promise<void> {
    if (this.isLoading.value) return;
    // A refusal empties the list, which is then loaded anew.
    this.again = () => (this.ids.value.length > 0 ? this.#more(anchor, side) : this.load(anchor));
    const page = pageOf(this.ids.value.length);
    const isOlder = side === 'older';
    await this.#take(anchor, isOlder ? page : 0, isOlder ? 0 : page, (answer) => {
      const fresh = answer.messages.map(({ id }) => id).filter((id) => (isOlder ? id < anchor : id > anchor));
      this.ids.value = isOlder ? [...fresh, ...this.ids.value] : [...this.ids.value, ...fresh];
      if (isOlder) this.foundOldest.value = answer.found_oldest;
      else this.foundNewest.value = answer.found_newest;
    });
  }

  /** Fetches messages, and passes the answer to `take` if it is still needed. */
  async #take(anchor: Anchor, before: number, after: number, take: (answer: Answer) => void): Promise<void> {
    const asked = this.#asked;
    this.isLoading.value = true;
    this.trouble.value = undefined;
    try {
      const answer = await this.#fetch(anchor, before, after);
      if (!this.#isAwaited(asked)) return;
      batch(() => {
        keep(answer.messages);
        take(answer);
        this.isLoading.value = false;
        const early = this.#early.splice(0);
        if (this.foundNewest.value) this.#append(early);
        // No event reports messages that arrived while there was no queue.
        for (const { id } of pending.value) if (id !== undefined && this.ids.value.includes(id)) arrived(id, undefined);
      });
    } catch (error) {
      if (!this.#isAwaited(asked)) return;
      this.isLoading.value = false;
      this.trouble.value = wordsOf(error);
      // The server refuses the list, so messages that were shown before are removed.
      if (error instanceof ApiError && error.status === 400) this.ids.value = [];
    }
  }

  /** Whether the answer to this request is still needed. */
  #isAwaited(asked: number): boolean {
    return asked === this.#asked && this.#era === eraOfMessages();
  }

  /** Fetches again if a message of the answer has changed meanwhile. */
  async #fetch(anchor: Anchor, before: number, after: number): Promise<Answer> {
    for (let fetches = 1; ; fetches += 1) {
      const changed = new Set<number>();
      this.#changed = changed;
      const answer = await client.value.get('/messages', {
        anchor,
        num_before: before,
        num_after: after,
        narrow: sentForm(this.narrow),
        client_gravatar: true,
        apply_markdown: true,
      });
      if (fetches === fetchesMax || !answer.messages.some(({ id }) => changed.has(id))) return answer;
    }
  }

  /** The messages changed, or are gone. */
  noteChanged(ids: readonly number[]): void {
    if (this.isLoading.value) for (const id of ids) this.#changed.add(id);
  }

  /** Adds a new message if it matches. The server is asked if the page cannot decide that. */
  async addIfMatching(message: Listed): Promise<void> {
    const fits = matches(this.narrow, message);
    if (fits === false) return;
    if (fits === undefined) {
      const asked = { msg_ids: [message.id], narrow: sentForm(this.narrow) };
      const answer = await client.value.get('/messages/matches_narrow', asked).catch(() => undefined);
      if (this.#era !== eraOfMessages() || !answer || !(String(message.id) in answer.messages)) return;
    }
    if (this.isLoading.value) this.#early.push(message);
    const isShownAlone = this.isBare.value && message.sender_id === me.peek();
    if (isShownAlone || (this.foundNewest.value && !this.isLoading.value)) this.#append([message]);
  }

  /** Answers about messages may arrive in another order. A message may be deleted by then. */
  #append(messages: readonly Listed[]): void {
    const { value: ids } = this.ids;
    const newest = ids.at(-1) ?? 0;
    const fresh = messages
      .map(({ id }) => id)
      .filter((id) => messageOf(id).value !== undefined && (id > newest || !ids.includes(id)));
    if (fresh.length > 0) this.ids.value = [...ids, ...fresh].sort((a, b) => a - b);
  }

  /** If no loaded message is left, there may still be others on the server. */
  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    const left = this.ids.value.filter((id) => !gone.has(id));
    if (left.length === this.ids.value.length) return;
    this.ids.value = left;
    if (left.length === 0 && !(this.foundOldest.value && this.foundNewest.value)) void this.load('newest');
  }

  /** A list of messages with or without a flag changes with it. A message that enters it may belong at any place. */
  handleFlag(ids: readonly number[], flag: string, isOn: boolean): void {
    const [named, isSo] = flag === 'read' ? ['unread', !isOn] : [flag, isOn];
    const term = this.narrow.find(({ operator, operand }) => operator === 'is' && operand === named);
    if (!term) return;
    if (isSo === (term.negated ?? false)) this.remove(ids);
    else void this.refresh();
  }

  /** Removes messages that were moved out of the narrow. Returns whether others may have been moved into it. */
  removeMovedOut(ids: readonly number[]): boolean {
    const shown = new Set(this.ids.value);
    const isOut = (id: number): boolean => {
      const message = messageOf(id).value;
      return message !== undefined && matches(this.narrow, message) === false;
    };
    this.remove(ids.filter((id) => shown.has(id) && isOut(id)));
    return ids.some((id) => !shown.has(id) && !isOut(id));
  }
}
