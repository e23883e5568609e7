/** An ordinary user: sends, polls, lists, edits, registers again, and reports every broken promise. */
import { setTimeout as delay } from 'node:timers/promises';
import { list } from '../support/client.ts';
import type { Answered, Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';
import type { Service } from './service.ts';

export type Room = { readonly name: string; readonly members: readonly number[] };
export type Population = {
  readonly service: Service;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Mean milliseconds between two acts of one user. */
  readonly pauseMs: number;
  /** Milliseconds of the answers of this minute. */
  latencies: number[];
  refused: number;
  /** Polls beyond the rate limit. */
  slowed: number;
  /** Nobody sends any more; polls continue. */
  isQuiet: boolean;
  isOver: boolean;
};

const words =
  'the release of Monday needs another look before it goes out to **everybody** in `main` today, see #42'.split(' ');
const repeatMs = 500;
/** Well within the time that the organization allows. */
const editableMs = 300_000;

export class Ordinary {
  readonly #population: Population;
  readonly #caller: Caller;
  readonly #rooms: readonly Room[];
  readonly #friends: readonly number[];
  #queueId = '';
  #lastEventId = -1;
  #wantsAnotherQueue = false;
  #sent = 0;
  #own: { place: string; id: number; at: number }[] = [];

  constructor(population: Population, caller: Caller, rooms: readonly Room[], friends: readonly number[]) {
    this.#population = population;
    this.#caller = caller;
    this.#rooms = rooms;
    this.#friends = friends;
  }

  get #id(): number {
    return this.#caller.account.userId;
  }

  /** Must be called for all users before any of them calls `live`, because a user without a queue gets no events. */
  async begin(): Promise<void> {
    await this.#register();
  }

  /** Acts until the population is over. */
  async act(): Promise<void> {
    await Promise.all([this.#act(), this.#listen()]);
    this.#caller.close();
  }

  /** Any answer but 200 or 503 is a fault, because ordinary requests are valid. A 503 from an undisturbed service is a fault, too. */
  async #ask(method: string, path: string, parameters: Record<string, unknown>): Promise<Answered> {
    const { service, ledger } = this.#population;
    const wasCalm = service.isCalm;
    const began = performance.now();
    const answer = await this.#caller.ask(method, path, parameters);
    const isPoll = method === 'GET' && path === '/events';
    if (answer === 'lost') {
      if (wasCalm && service.isCalm) ledger.fault(`${method} ${path}: the connection broke`);
      return answer;
    }
    if (answer.status === 503) this.#population.refused += 1;
    else if (!isPoll) this.#population.latencies.push(performance.now() - began);
    if (isPoll && answer.status === 429) {
      // There are enough messages that each would need a poll of its own. The client waits for the time in the answer.
      this.#population.slowed += 1;
      await delay(1000 * Number(answer.body['retry-after']));
      return answer;
    }
    if (answer.status !== 200 && (answer.status !== 503 || (wasCalm && service.isCalm)))
      ledger.fault(
        `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)} (${await service.condition()})`,
      );
    return answer;
  }

  /** Repeats the request until the answer is 200; undefined if the population is over before. */
  async #insist(method: string, path: string, parameters: Record<string, unknown>) {
    while (!this.#population.isOver) {
      const answer = await this.#ask(method, path, parameters);
      if (answer !== 'lost' && answer.status === 200) return answer.body;
      await delay(repeatMs);
    }
    return undefined;
  }

  async #register(): Promise<void> {
    const body = await this.#insist('POST', '/register', { apply_markdown: false, client_gravatar: true });
    if (!body) return;
    this.#queueId = String(body.queue_id);
    this.#lastEventId = Number(body.last_event_id);
  }

  async #listen(): Promise<void> {
    while (!this.#population.isOver) {
      // When the population is over, no other queue is registered, but the old one is still deleted.
      if (this.#wantsAnotherQueue) await this.#changeQueue();
      else if ((await this.#poll(false)) === undefined) await delay(repeatMs);
    }
  }

  /** The number of received events; undefined without an answer. */
  async #poll(dont_block: boolean): Promise<number | undefined> {
    const last_event_id = this.#lastEventId;
    const answer = await this.#ask('GET', '/events', { queue_id: this.#queueId, last_event_id, dont_block });
    if (answer === 'lost' || answer.status !== 200) return undefined;
    const events = list(answer.body.events);
    for (const event of events) this.#take(event);
    return events.length;
  }

  #take(event: ReturnType<typeof list>[number]): void {
    const { ledger } = this.#population;
    const id = Number(event.id);
    const isHeartbeat = String(event.type) === 'heartbeat';
    if (id < this.#lastEventId || (id === this.#lastEventId && !isHeartbeat))
      ledger.fault(`user ${this.#id}: event ${id} came after ${this.#lastEventId}`);
    this.#lastEventId = Math.max(this.#lastEventId, id);
    if (String(event.type) !== 'message') return;
    const topic = String(event.message?.subject);
    const isWatched = topic.startsWith('work ') || String(event.message?.content).startsWith('dear ');
    if (isWatched) ledger.deliver(this.#id, Number(event.message?.id), performance.now());
  }

  /** The old queue is read to its end after the new one was registered, so that nothing is between them. */
  async #changeQueue(): Promise<void> {
    this.#wantsAnotherQueue = false;
    const old = { queueId: this.#queueId, lastEventId: this.#lastEventId };
    await this.#register();
    const next = { queueId: this.#queueId, lastEventId: this.#lastEventId };
    this.#queueId = old.queueId;
    this.#lastEventId = old.lastEventId;
    for (let came: number | undefined = 1; came !== 0 && !this.#population.isOver; ) {
      came = await this.#poll(true);
      if (came === undefined) await delay(repeatMs);
    }
    this.#population.ledger.changedQueue(this.#id);
    await this.#ask('DELETE', '/events', { queue_id: old.queueId });
    this.#queueId = next.queueId;
    this.#lastEventId = next.lastEventId;
  }

  async #act(): Promise<void> {
    const { random, pauseMs } = this.#population;
    while (!this.#population.isOver) {
      await delay(2 * random() * pauseMs);
      if (this.#population.isQuiet || this.#population.isOver) continue;
      const dice = random();
      if (dice < 0.55) await this.#send();
      else if (dice < 0.65) await this.#edit();
      else if (dice < 0.93) await this.#list();
      else if (dice < 0.97) await this.#ask('GET', '/users/me/subscriptions', {});
      else if (dice < 0.98) this.#wantsAnotherQueue = true;
      else await this.#ask('GET', '/users', {});
    }
  }

  #text(): string {
    const { random } = this.#population;
    this.#sent += 1;
    const count = 3 + Math.floor(random() * 30);
    const text = Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');
    return `${text} (${this.#id}.${this.#sent})`;
  }

  async #send(): Promise<void> {
    const { random, ledger } = this.#population;
    const room = this.#rooms[Math.floor(random() * this.#rooms.length)];
    const friend = this.#friends[Math.floor(random() * this.#friends.length)];
    const isPrivate = random() < 0.1 && friend !== undefined;
    if (room === undefined) return;
    const content = isPrivate ? `dear ${this.#text()}` : this.#text();
    const to = isPrivate
      ? { type: 'private', to: [friend], content }
      : { type: 'stream', to: room.name, topic: `work ${Math.floor(random() * 20)}`, content };
    const answer = await this.#ask('POST', '/messages', to);
    if (answer === 'lost' || answer.status !== 200) return;
    const id = Number(answer.body.id);
    const audience = isPrivate ? [...new Set([friend, this.#id])] : room.members;
    const place = isPrivate ? `private ${this.#id}` : room.name;
    ledger.acknowledge(place, { id, content, audience }, performance.now());
    if (!isPrivate) this.#own = [...this.#own.slice(-20), { place, id, at: performance.now() }];
  }

  async #edit(): Promise<void> {
    const { random, ledger } = this.#population;
    this.#own = this.#own.filter(({ at }) => performance.now() - at < editableMs);
    const chosen = this.#own[Math.floor(random() * this.#own.length)];
    if (!chosen) return;
    this.#own = this.#own.filter((one) => one !== chosen);
    const content = `${this.#text()} edited`;
    ledger.mayBecome(chosen.place, chosen.id, content);
    const answer = await this.#ask('PATCH', `/messages/${chosen.id}`, { content });
    if (answer !== 'lost' && answer.status === 200) ledger.became(chosen.place, chosen.id, content, performance.now());
  }

  async #list(): Promise<void> {
    const { random } = this.#population;
    const room = this.#rooms[Math.floor(random() * this.#rooms.length)];
    const narrow = [{ operator: 'stream', operand: room?.name }];
    await this.#ask('GET', '/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
  }

  /** Everything in the room since the message `since`, in its current state. */
  async everythingIn(room: string, since: number): Promise<{ id: number; content: string }[]> {
    const all: { id: number; content: string }[] = [];
    const narrow = [{ operator: 'stream', operand: room }];
    for (let anchor = since; ; ) {
      const body = await this.#insist('GET', '/messages', {
        anchor,
        num_before: 0,
        num_after: 1000,
        narrow,
        apply_markdown: false,
      });
      if (!body) return all;
      for (const { id, content } of list(body.messages)) all.push({ id: Number(id), content: String(content) });
      anchor = (all.at(-1)?.id ?? anchor) + 1;
      if (String(body.found_newest) === 'true') return all;
    }
  }
}
