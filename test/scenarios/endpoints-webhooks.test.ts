/** Outgoing webhooks over HTTP (docs/api.md, Outgoing webhooks). */
import { expect } from 'chai';
import { outgoingBot } from '../../examples/outgoing-bot/server.ts';
import { type Client, type Loose, list, type Parameters } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';
import { type BotServer, botServer, closed, listening } from '../webhooks/bot-server.ts';

describe('an outgoing-webhook bot', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  let bots: BotServer;
  let bot: Client;
  before(async () => {
    bots = await botServer((_request, response) => response.end(JSON.stringify({ content: 'heard **you**' })));
    bot = server.as('outgoing_bot');
    succeeded(await member.patch(`/bots/${bot.account.user_id}`, { service_payload_url: bots.url }));
  });
  after(() => bots.close());
  beforeEach(() => {
    bots.received.length = 0;
  });

  const token = async (): Promise<unknown> => {
    const { realm_bots } = succeeded(await member.post('/register', { event_types: ['realm_bot'] }));
    const row = list(realm_bots).find(({ user_id }) => Number(user_id) === bot.account.user_id);
    return list(row?.services)[0]?.token;
  };
  /** Waits for a message of the bot. */
  const answered = async (by: Client, say: Parameters): Promise<Loose> => {
    const own = await follow(by, { event_types: ['message'], narrow: [['sender', bot.account.email]] });
    succeeded(await by.post('/messages', say));
    const [event] = await own.awaited();
    if (!event?.message) throw new Error('the bot sent nothing');
    return event.message;
  };

  it('mentioned: its server is called, and the answer is sent to the same topic', async () => {
    const content = `@**${bot.account.full_name}** hello`;
    const reply = await answered(spare, { type: 'stream', to: 'general', topic: 'bots', content });
    expect(reply).to.include({ type: 'stream', topic: 'bots', content: 'heard **you**' });
    const [request, ...more] = bots.received;
    expect(more).to.deep.equal([]);
    expect(request?.method).to.equal('POST');
    expect(request?.headers['content-type']).to.match(/^application\/json/);
    const body = JSON.parse(request?.body ?? '{}') as Loose;
    expect(body).to.include({
      trigger: 'mention',
      bot_email: bot.account.email,
      data: content,
      token: await token(),
    });
    expect(body.token).to.match(/^[A-Za-z0-9]{32}$/);
    expect(body.token).to.not.equal(bot.account.api_key);
    expect(body.message).to.include({ content, rendered_content: body.message?.rendered_content ?? null });
    expect(body.message).to.include({ sender_email: spare.account.email, type: 'stream', topic: 'bots' });
  });

  it('private message: its server is called, and the answer is sent to the same conversation', async () => {
    const reply = await answered(spare, { type: 'private', to: [bot.account.user_id], content: 'psst' });
    expect(reply).to.include({ type: 'private', content: 'heard **you**' });
    expect(JSON.parse(bots.received[0]?.body ?? '{}')).to.include({ trigger: 'private_message', data: 'psst' });
  });

  it('not called for silent mentions, mentions of all, code, or messages of bots', async () => {
    const { full_name: name } = bot.account;
    const say = (by: Client, content: string) =>
      by.post('/messages', { type: 'stream', to: 'general', topic: 'bots', content });
    for (const content of [`@_**${name}**`, '@**all**', `\`@**${name}**\``]) succeeded(await say(spare, content));
    succeeded(await say(server.as('bot'), `@**${name}**`));
    await answered(spare, { type: 'private', to: [bot.account.user_id], content: 'the only one' });
    expect(bots.received.map(({ body }) => JSON.parse(body).data)).to.deep.equal(['the only one']);
  });

  it('the example bot answers 405 to a GET', async () => {
    const example = outgoingBot();
    const url = await listening(example);
    expect((await fetch(url)).status).to.equal(405);
    await closed(example);
  });
});
