/** Outgoing webhooks over the whole service: from a message to the bot's answer in a client's queue, and across restarts. */
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BotServer, botServer } from './bot-server.ts';

describe('outgoing webhooks in the whole service', () => {
  let server: TestServer;
  let bot: BotServer;
  let member: Client;
  /** What the bot's server does with the next request. */
  let answer: (response: ServerResponse) => void;
  const answering = (content: string) => (response: ServerResponse) => response.end(JSON.stringify({ content }));

  before(async () => {
    bot = await botServer((_request, response) => answer(response));
    server = await startServer();
    member = server.as('member');
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const changed = await member.patch(`/bots/${server.as('outgoing_bot').account.user_id}`, {
      service_payload_url: bot.url,
    });
    expect(changed.status).to.equal(200);
  });
  beforeEach(() => bot.received.splice(0));
  after(async () => {
    await server.stop();
    await bot.close();
  });

  const botId = (): number => server.as('outgoing_bot').account.user_id;
  const toBot = (content: string) => member.post('/messages', { type: 'private', to: [botId()], content });

  /** The next messages of the bot in the member's queue. */
  async function listen(): Promise<() => Promise<Loose>> {
    const { body } = await member.post('/register', { event_types: ['message'] });
    let last = Number(body.last_event_id);
    const waiting: Loose[] = [];
    return async () => {
      for (;;) {
        const message = waiting.shift();
        if (message) return message;
        const polled = await member.get('/events', { queue_id: body.queue_id, last_event_id: last });
        for (const event of list(polled.body.events)) {
          last = Number(event.id);
          if (Number(event.message?.sender_id) === botId()) waiting.push(event.message as Loose);
        }
      }
    };
  }

  it('post the answer to a mention in its topic, although the bot is not subscribed', async () => {
    const next = await listen();
    answer = answering('**42**');
    const content = '@**Outgoing Bot** what is it?';
    await member.post('/messages', { type: 'stream', to: 'general', topic: 'life', content });
    expect(await next()).to.deep.include({ subject: 'life', display_recipient: 'general', content: '**42**' });
    expect(JSON.parse(bot.received[0]?.body ?? '')).to.deep.include({ data: content, trigger: 'mention' });
  });

  it('report a failure in the conversation and to the owner', async () => {
    const next = await listen();
    answer = (response) => response.writeHead(500).end('broken');
    const content = '@**Outgoing Bot** what is it?';
    await member.post('/messages', { type: 'stream', to: 'general', topic: 'life', content });
    expect(await next()).to.include({ type: 'stream', content: 'Failure! Third party responded with 500' });
    const request = await next();
    expect(request.type).to.equal('private');
    expect(request.content).to.match(/triggered an outgoing webhook\.\n.*status code \*500\*\.\n(.*\n)+broken/);
  });

  it('keep the order of the messages', async () => {
    const next = await listen();
    let number = 0;
    answer = (response) => {
      number += 1;
      answering(`answer ${number}`)(response);
    };
    for (const question of ['one', 'two', 'three']) await toBot(question);
    expect([(await next()).content, (await next()).content, (await next()).content]).to.deep.equal([
      'answer 1',
      'answer 2',
      'answer 3',
    ]);
    expect(bot.received.map(({ body }) => JSON.parse(body).data)).to.deep.equal(['one', 'two', 'three']);
  });

  it('are called again after a restart before the answer, and never after it', async () => {
    const next = await listen();
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    await toBot('first');
    await asked;
    answer = answering('late');
    await server.restart();
    expect((await next()).content).to.equal('late');
    expect(bot.received).to.have.length(2);

    await server.restart();
    answer = answering('new');
    await toBot('second');
    expect((await next()).content).to.equal('new');
    expect(bot.received.map(({ body }) => JSON.parse(body).data)).to.deep.equal(['first', 'first', 'second']);
  });
});
