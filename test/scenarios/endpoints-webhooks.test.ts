/** Incoming and outgoing webhooks over HTTP (docs/api.md, Incoming webhooks, Outgoing webhooks). */
import { expect } from 'chai';
import { outgoingBot } from '../../examples/outgoing-bot/server.ts';
import { ask, basic } from '../http/stub-app.ts';
import { type Client, type Loose, list, type Parameters } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { type Following, follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';
import { type BotServer, botServer, closed, listening } from '../webhooks/bot-server.ts';

const article = { featured_title: 'Marilyn Monroe', featured_url: 'https://x.example/Marilyn_Monroe' };
const greeting =
  'Hello! I am happy to be here! :smile:\n' +
  'The Wikipedia featured article for today is **[Marilyn Monroe](https://x.example/Marilyn_Monroe)**';

describe('webhooks', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  let queue: Following;
  before(async () => {
    queue = await follow(member, { event_types: ['message'] });
  });
  afterEach(() => queue.news());

  describe('POST /external/<integration_name>', () => {
    const post = (name: string, query: object, body: unknown, headers: Record<string, string> = {}) =>
      ask(
        { port: Number(new URL(server.base).port) },
        `/api/v1/external/${name}?${new URLSearchParams(query as Record<string, string>)}`,
        { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
      );
    const api_key = () => server.as('webhook_bot').account.api_key;
    const received = async () => (await queue.news()).map(({ message }) => message);

    it('stream: the message is sent there, with the default topic; the answer is 200 with result and msg', async () => {
      const { status, json } = await post('helloworld', { api_key: api_key(), stream: 'general' }, article);
      expect([status, json]).to.deep.equal([200, { result: 'success', msg: '' }]);
      const [message, ...more] = await received();
      expect(more).to.deep.equal([]);
      expect(message).to.include({
        type: 'stream',
        display_recipient: 'general',
        topic: 'Hello World',
        content: greeting,
        sender_id: server.as('webhook_bot').account.user_id,
        client: 'ZulipHelloWorldWebhook',
      });
    });

    it("no stream: a private message to the bot's owner", async () => {
      expect((await post('helloworld', { api_key: api_key() }, article)).status).to.equal(200);
      const [message] = await received();
      expect(message).to.include({ type: 'private', content: greeting });
      expect(list(message?.display_recipient).map(({ id }) => id)).to.have.members([
        member.account.user_id,
        server.as('webhook_bot').account.user_id,
      ]);
    });

    it('topic: replaces the default topic', async () => {
      await post('helloworld', { api_key: api_key(), stream: 'general', topic: 'Mine' }, article);
      expect((await received())[0]).to.include({ topic: 'Mine' });
    });

    it('accepts the key of any bot, and any Content-Type', async () => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
        const query = { api_key: server.as('bot').account.api_key, stream: 'general' };
        expect((await post('helloworld', query, article, { 'Content-Type': type })).status).to.equal(200);
        expect((await received())[0]).to.include({ content: greeting, sender_id: server.as('bot').account.user_id });
      }
    });

    it('a body without a required key: 400 that names the key, and no message', async () => {
      const { status, json } = await post(
        'helloworld',
        { api_key: api_key(), stream: 'general' },
        { featured_title: 'x' },
      );
      expect([status, json]).to.deep.equal([
        400,
        { result: 'error', code: 'BAD_REQUEST', msg: 'featured_url key is missing from payload' },
      ]);
      expect(await received()).to.deep.equal([]);
    });

    it('a body that is not JSON: 400 INVALID_JSON, and a message to the owner', async () => {
      const own = { api_key: server.as('bot').account.api_key, stream: 'general' };
      const { status, json } = await post('helloworld', own, '{"featured_title":');
      expect([status, json]).to.deep.equal([400, { result: 'error', code: 'INVALID_JSON', msg: 'Malformed JSON' }]);
      const [message] = await received();
      expect(message).to.include({ type: 'private', sender_full_name: 'Notification Bot' });
    });

    it('an unknown stream: success, and a message to the owner', async () => {
      const { status, json } = await post('helloworld', { api_key: api_key(), stream: 'no such' }, article);
      expect([status, json]).to.deep.equal([200, { result: 'success', msg: '' }]);
      const [message] = await received();
      expect(message).to.include({
        type: 'private',
        sender_full_name: 'Notification Bot',
        content:
          `Your bot \`${server.as('webhook_bot').account.email}\` tried to send a message to stream #**no such**, ` +
          'but that stream does not exist. Click [here](#streams/new) to create it.',
      });
    });

    it('github: the event type is in a header', async () => {
      const payload = { action: 'opened' };
      const query = { api_key: api_key(), stream: 'general' };
      expect((await post('github', query, payload)).json).to.deep.equal({
        result: 'error',
        code: 'MISSING_HTTP_EVENT_HEADER',
        msg: "Missing the HTTP event header 'X-GitHub-Event'",
        header: 'X-GitHub-Event',
      });
      const unknown = await post('github', query, payload, { 'X-GitHub-Event': 'star' });
      expect([unknown.status, unknown.json]).to.deep.equal([
        400,
        {
          result: 'error',
          code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
          msg: "The 'star' event isn't currently supported by the GitHub webhook",
          webhook_name: 'GitHub',
          event_type: 'star',
        },
      ]);
      expect((await post('github', query, { zen: '' }, { 'X-GitHub-Event': 'ping' })).status).to.equal(200);
    });

    it('json: has options with validators', async () => {
      const query = { api_key: api_key(), stream: 'general', topic_from: 'a.b', fields: 'c' };
      expect((await post('json', query, { a: { b: 'the topic' }, c: 'the value' })).status).to.equal(200);
      expect((await received())[0]).to.include({ topic: 'the topic', content: '* **c**: the value' });
      const wrong = await post('json', { ...query, topic_from: 'x'.repeat(201) }, {});
      expect([wrong.status, wrong.json.msg]).to.deep.equal([400, 'topic_from is too long (limit: 200 characters)']);
    });

    it('an integration with HTTP basic authentication', async () => {
      const { email, api_key: key } = server.as('webhook_bot').account;
      const ticket = {
        triggered_event: '{note_type:public}',
        ticket_id: 7,
        ticket_url: 'https://x.example/7',
        ticket_subject: 'S',
        ticket_description: 'D',
        ticket_type: null,
        ticket_priority: 'Low',
        ticket_status: 'Open',
        requester_name: 'R',
        requester_email: 'r@x.example',
      };
      const headers = { Authorization: basic(`${email}:${key}`) };
      const body = { freshdesk_webhook: ticket };
      expect((await post('freshdesk', { stream: 'general' }, body, headers)).status).to.equal(200);
      expect((await received())[0]).to.include({ topic: '#7: S' });
      expect((await post('freshdesk', { stream: 'general', api_key: key }, body)).status).to.equal(401);
    });
  });

  describe('an outgoing-webhook bot', () => {
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

    it('a bot cannot create a bot', async () => {
      refused(
        await bot.post('/bots', { full_name: 'My Bot', short_name: 'mine', bot_type: 3, payload_url: bots.url }),
        {
          msg: 'This endpoint does not accept bot requests.',
        },
      );
    });
  });
});
