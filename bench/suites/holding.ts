/**
 * How long one message may block the event loop, whatever its text: when it is sent, edited, delivered to queues, listed, searched for, or
 * compared with its earlier version. The result is the longest time over all kinds of texts. Of each kind the shortest of several runs
 * counts, because in a longer run another process or the garbage collector used the processor.
 */
import { shortenTopic } from '../../src/webhooks/shorten-text.ts';
import { openQueues, subscribeEveryone } from '../chatter.ts';
import { type Kind, kinds } from '../hard-texts.ts';
import { loopHolds } from '../measure/loop-holds.ts';
import { lower, type Suite } from '../ratio.ts';
import { type Parsed, type Server, startServer } from '../server.ts';
import type { Polled } from '../workers/polls.ts';

const runsMin = 3;
/** A kind that seems too slow is measured again: noise disappears then, but a slow text stays slow. */
const runsMax = 10;
const goalMs = 5;
const words = /[\p{L}\p{N}\p{M}]{1,60}/gu;

/** A step that is measured by itself. */
type Step = { readonly name: string; readonly do: () => Promise<unknown> };

class Talk {
  readonly #server: Server;
  readonly #queues: readonly Polled[];
  /** For each queue, the id of the last event that it delivered. */
  readonly #last = new Map<string, number>();

  constructor(server: Server, queues: readonly Polled[]) {
    this.#server = server;
    this.#queues = queues;
  }

  /** Everything that is done with a message, one after the other. */
  steps(kind: Kind, seed: number): Step[] {
    const [content, changed] = [kind.make(seed), kind.make(seed + 1)];
    const topic = shortenTopic(content, 'nothing');
    const found = [...new Set(changed.match(words))].slice(0, 5);
    const narrow = JSON.stringify([
      { operator: 'stream', operand: 'general' },
      ...(found.length > 0 ? [{ operator: 'search', operand: `${found.join(' ')} "${found[0]}"` }] : []),
    ]);
    let id = 0;
    return [
      {
        name: 'sent',
        do: async () => {
          id = Number((await this.#form('POST', '/messages', { type: 'stream', to: 'general', topic, content })).id);
          await this.#waitUntilDelivered(id);
        },
      },
      {
        name: 'changed',
        do: async () => {
          await this.#form('PATCH', `/messages/${id}`, {
            content: changed,
            topic: shortenTopic(`again ${topic}`, topic),
          });
          await this.#waitUntilDelivered(id);
        },
      },
      { name: 'compared', do: () => this.#get(`/messages/${id}/history`, {}) },
      {
        name: 'searched for',
        do: () => this.#get('/messages', { anchor: String(id), num_before: '1', num_after: '0', narrow }),
      },
      { name: 'matched', do: () => this.#get('/messages/matches_narrow', { msg_ids: `[${id}]`, narrow }) },
    ];
  }

  /** Waits until the read models and the queues have it. */
  async #waitUntilDelivered(id: number): Promise<void> {
    await this.#get(`/messages/${id}`, {});
    for (const { queueId, caller } of this.#queues) {
      const last = this.#last.get(queueId) ?? -1;
      const query = { queue_id: queueId, last_event_id: String(last), dont_block: 'true' };
      const { events } = await this.#get('/events', query, caller);
      for (const event of events as { id: number }[]) this.#last.set(queueId, event.id);
    }
  }

  #get(path: string, query: Readonly<Record<string, string>>, caller = this.#server.caller('member')): Promise<Parsed> {
    return this.#server.call('GET', `${path}?${new URLSearchParams(query)}`, {}, caller);
  }

  #form(method: string, path: string, form: Readonly<Record<string, string>>): Promise<Parsed> {
    return this.#server.call(method, path, form, this.#server.caller('member'));
  }
}

/** Milliseconds of each step: the shortest of the runs. */
async function shortest(talk: Talk, kind: Kind, longest: () => Promise<number>): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (let run = 0; run < runsMin || (run < runsMax && Math.max(...held.values()) > goalMs); run += 1)
    for (const step of talk.steps(kind, 10 * run + 1)) {
      await longest();
      await step.do();
      held.set(step.name, Math.min(held.get(step.name) ?? Number.POSITIVE_INFINITY, await longest()));
    }
  return held;
}

export const holding: Suite = {
  name: 'holding',
  ratios: [lower(22, 'hold', 'longest hold of the event loop by one message of 10,000 bytes', 'ms', 20, goalMs)],
  async run(say) {
    const holds = loopHolds();
    const server = await startServer(holds.options);
    try {
      await subscribeEveryone(server);
      const talk = new Talk(server, await openQueues(server, 2));
      const longest = () => holds.longest(server.pid);
      let figure = 0;
      say('warming up');
      for (const kind of kinds) for (const step of talk.steps(kind, 0)) await step.do();
      for (const kind of kinds)
        for (const [step, ms] of await shortest(talk, kind, longest)) {
          if (ms > goalMs) say(`${kind.name}, ${step}: ${ms.toFixed(1)} ms`);
          figure = Math.max(figure, ms);
        }
      return [{ name: 'hold', figure, limit: 1, ratio: figure }];
    } finally {
      await server.discard();
      holds.remove();
    }
  },
};
