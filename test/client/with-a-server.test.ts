/** The client against the whole service: through a restart, and past a queue that was lost. */
import { expect } from 'chai';
import { VerbatimClient } from '../../src/client/index.ts';
import { runningServer } from '../support/server.ts';

describe('the client and a server', () => {
  const server = runningServer({ VERBATIM_HEARTBEAT_SECS: '1' });
  const clientFor = (name: 'member' | 'admin') => {
    const { email, api_key } = server.as(name).account;
    // The address is another one after a restart.
    const here = (async (address: string, init: RequestInit) =>
      fetch(address.replace('http://here', server.base), init)) as typeof fetch;
    return new VerbatimClient(
      { site: 'http://here', email, apiKey: api_key },
      { fetch: here, wait: async () => undefined },
    );
  };

  it('receives every message once, across a restart and the loss of the queue', async () => {
    const [member, admin] = [clientFor('member'), clientFor('admin')];
    const say = async (content: string) => {
      const { id } = await admin.send({ type: 'stream', to: 'general', topic: 'loop', content });
      return id;
    };
    const stop = new AbortController();
    const heard: unknown[] = [];
    const queues: string[] = [];
    await member.follow({
      register: { event_types: ['message'] },
      signal: stop.signal,
      async onState(state) {
        queues.push(String(state.queue_id));
        await say(`in queue ${queues.length}`);
      },
      async onEvent(event) {
        const { content } = event.message as { content: string };
        heard.push(content);
        if (content === 'in queue 1') {
          await server.restart();
          await say('after the restart');
        } else if (content === 'after the restart') await member.delete('/events', { queue_id: queues[0] });
        else stop.abort();
      },
    });
    expect(heard).to.deep.equal(['in queue 1', 'after the restart', 'in queue 2']);
    expect(new Set(queues).size).to.equal(2);
  });

  it('sends once under an idempotency key', async () => {
    const client = clientFor('member');
    const message = { type: 'stream', to: 'general', topic: 'once', content: 'once' };
    const [one, other] = [
      await client.send(message, { idempotencyKey: 'k' }),
      await client.send(message, { idempotencyKey: 'k' }),
    ];
    expect(one.id).to.equal(other.id);
    expect(await client.get('/messages/{message_id}', { message_id: one.id })).to.include({ raw_content: 'once' });
  });
});
