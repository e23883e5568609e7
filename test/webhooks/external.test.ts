/** Incoming webhooks, with the whole service. */
import { expect } from 'chai';
import { type Answer, type Loose, list } from '../support/client.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';

const article = { featured_title: 'Goodbye', featured_url: 'https://en.wikipedia.org/wiki/Goodbye' };
const greeting =
  'Hello! I am happy to be here! :smile:\n' +
  'The Wikipedia featured article for today is **[Goodbye](https://en.wikipedia.org/wiki/Goodbye)**';

describe('incoming webhooks', () => {
  const server = runningServer();
  const member = server.as('member');
  let key = '';
  before(() => {
    key = server.as('webhook_bot').account.api_key;
  });

  type Sent = {
    readonly query?: Record<string, string>;
    readonly headers?: Record<string, string>;
    readonly body?: unknown;
  };

  async function call(name: string, { query = { api_key: key }, headers = {}, body = article }: Sent): Promise<Answer> {
    const response = await fetch(`${server.base}/api/v1/external/${name}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
  }

  const newest = async (): Promise<Loose | undefined> =>
    (await newestFor(member, { num_before: 1, apply_markdown: false }))[0];

  it('send a private message to the bot’s owner if no stream is named', async () => {
    const { status, body } = await call('helloworld', {});
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ result: 'success', msg: '' });
    const message = await newest();
    expect(message).to.include({ type: 'private', content: greeting, client: 'ZulipHelloWorldWebhook' });
    expect(message?.sender_email).to.equal(server.as('webhook_bot').account.email);
    const recipients = list(message?.display_recipient).map(({ id }) => Number(id));
    expect(recipients).to.have.members([member.account.user_id, server.as('webhook_bot').account.user_id]);
  });

  it('post to the named stream, in their own topic', async () => {
    await call('helloworld', { query: { api_key: key, stream: 'general' } });
    expect(await newest()).to.include({ display_recipient: 'general', subject: 'Hello World', content: greeting });
  });

  it('post in the named topic, shortened if necessary', async () => {
    await call('helloworld', { query: { api_key: key, stream: 'general', topic: 'Custom' } });
    expect((await newest())?.subject).to.equal('Custom');
    await call('helloworld', { query: { api_key: key, stream: 'general', topic: 'x'.repeat(61) } });
    expect((await newest())?.subject).to.equal(`${'x'.repeat(59)}…`);
    await call('helloworld', { query: { api_key: key, stream: 'general', topic: ' ' } });
    expect((await newest())?.subject).to.equal('Hello World');
  });

  it('jira: stream and topic are found although Jira escapes them twice', async () => {
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: '100% bugs' }] });
    const issue = { key: 'V-1', fields: { summary: 'broken' } };
    const body = { webhookEvent: 'jira:issue_deleted', issue };
    for (const [stream, topic] of [
      ['100%25%20bugs', 'a%20b%00'],
      ['100% bugs', 'a b'],
    ] as const) {
      expect((await call('jira', { query: { api_key: key, stream, topic }, body })).status).to.equal(200);
      expect(await newest(), stream).to.include({ display_recipient: '100% bugs', subject: 'a b' });
    }
  });

  it('shorten a content that is too long', async () => {
    const { status } = await call('json', { body: { log: 'ä'.repeat(6000) } });
    expect(status).to.equal(200);
    const content = String((await newest())?.content);
    expect(Buffer.byteLength(content)).to.be.most(10_000);
    expect(content).to.match(/ä…\n```$/);
  });

  it('accept a user’s key too; the message then goes to that user', async () => {
    const { status } = await call('helloworld', { query: { api_key: member.account.api_key } });
    expect(status).to.equal(200);
    const message = await newest();
    expect(message).to.include({ type: 'private', content: greeting, sender_id: member.account.user_id });
    expect(list(message?.display_recipient)).to.have.length(1);
  });

  it('report what is missing or invalid in the body', async () => {
    const cases: [unknown, string][] = [
      [{ featured_url: 'x' }, 'featured_title key is missing from payload'],
      [{ ...article, featured_url: 7 }, 'payload["featured_url"] is not a string'],
      [[article], 'payload is not a dict'],
      ['null', 'payload is not a dict'],
    ];
    for (const [body, msg] of cases) {
      const answer = await call('helloworld', { body });
      expect(answer.status, msg).to.equal(400);
      expect(answer.body).to.deep.equal({ result: 'error', msg, code: 'BAD_REQUEST' });
    }
  });

  it('report an invalid option', async () => {
    const { status, body } = await call('json', { query: { api_key: key, content_from: 'x'.repeat(300) } });
    expect(status).to.equal(400);
    expect(body.msg).to.equal('content_from is too long (limit: 200 characters)');
  });

  it('read the type of an event from its header', async () => {
    const headers = { 'x-github-event': 'ping' };
    const before = await newest();
    expect((await call('github', { headers, body: { zen: 'x' } })).status).to.equal(200);
    expect((await newest())?.id).to.equal(before?.id);

    const star = await call('github', { headers: { 'x-github-event': 'star' }, body: {} });
    expect(star.status).to.equal(400);
    expect(star.body).to.deep.equal({
      result: 'error',
      msg: "The 'star' event isn't currently supported by the GitHub webhook",
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'star',
    });

    const push = await call('github', { headers: { 'x-github-event': 'push' }, body: {} });
    expect(push.body.msg).to.equal('ref key is missing from payload');
    // The name of a property of Object.prototype is no event.
    expect((await call('github', { headers: { 'x-github-event': 'constructor' }, body: {} })).status).to.equal(400);
  });

  it('name an unknown event that the body contains', async () => {
    for (const [name, webhook_name, event_type, body] of [
      ['jira', 'Jira', 'worklog_created', { webhookEvent: 'worklog_created' }],
      ['pagerduty', 'PagerDuty', 'incident.x', { event: { event_type: 'incident.x', data: {} } }],
    ] as const) {
      const msg = `The '${event_type}' event isn't currently supported by the ${webhook_name} webhook`;
      expect((await call(name, { body })).body).to.include({ msg, webhook_name, event_type });
    }
  });

  it('accept HTTP Basic if an integration asks for it, and then no key in the address', async () => {
    const { email, api_key } = server.as('webhook_bot').account;
    const ticket = {
      triggered_event: '{note_type:private}',
      ticket_id: 3,
      ticket_url: 'https://help.example/3',
      ticket_subject: 'Help',
      ticket_description: '',
      ticket_type: null,
      ticket_priority: 'Low',
      ticket_status: 'Open',
      requester_name: 'Bob',
      requester_email: 'bob@example.com',
    };
    const body = { freshdesk_webhook: ticket };
    const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
    expect((await call('freshdesk', { query: {}, headers: { authorization }, body })).status).to.equal(200);
    expect((await newest())?.content).to.equal(
      'Bob <bob@example.com> added a private note to [ticket #3](https://help.example/3).',
    );
    expect((await call('freshdesk', { body })).status).to.equal(401);
  });

  it('refuse a stream that the bot may not write to, as for any sender', async () => {
    const owner = server.as('owner');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'notes' }], stream_post_policy: 2 });
    const { status, body } = await call('helloworld', { query: { api_key: key, stream: 'notes' } });
    expect(status).to.equal(400);
    expect(body.msg).to.equal('Only organization administrators can send to this stream.');
  });

  it('answer for a private stream that the bot does not know of as for a missing one', async () => {
    const owner = server.as('owner');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
    for (const stream of ['secret', 'nowhere']) {
      const { status, body } = await call('helloworld', { query: { api_key: key, stream } });
      expect({ status, body }).to.deep.equal({ status: 200, body: { result: 'success', msg: '' } });
    }
    const narrow = [{ operator: 'sender', operand: server.as('webhook_bot').account.email }];
    expect((await newestFor(owner, { narrow })).map(({ display_recipient: place }) => place)).to.not.include('secret');
  });
});

describe('the owner of an incoming-webhook bot', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.stop());

  async function contentsReceived(): Promise<string[]> {
    const narrow = [{ operator: 'is', operand: 'private' }];
    const received = await newestFor(server.as('member'), { apply_markdown: false, narrow });
    const notices = received.filter(({ sender_full_name: name }) => String(name) === 'Notification Bot');
    return notices.map(({ content }) => String(content));
  }
  const call = (name: string, query: Record<string, string>, body: string): Promise<Response> =>
    fetch(
      `${server.base}/api/v1/external/${name}?${new URLSearchParams({ api_key: server.as('webhook_bot').account.api_key, ...query })}`,
      { method: 'POST', body },
    );
  const address = (): string => server.as('webhook_bot').account.email;

  it('is notified of a stream that does not exist, at most once a minute; the caller gets a success', async () => {
    for (const stream of ['nowhere', 'elsewhere']) {
      const response = await call('helloworld', { stream }, JSON.stringify(article));
      expect(response.status).to.equal(200);
      expect(await response.json()).to.deep.equal({ result: 'success', msg: '' });
    }
    expect(await contentsReceived()).to.deep.equal([
      `Your bot \`${address()}\` tried to send a message to stream #**nowhere**, but that stream does not exist. ` +
        'Click [here](#streams/new) to create it.',
    ]);
  });

  it('is notified of a body that is not JSON', async () => {
    const response = await call('helloworld', {}, 'featured_title=Goodbye');
    expect(response.status).to.equal(400);
    expect(await response.json()).to.deep.equal({ result: 'error', msg: 'Malformed JSON', code: 'INVALID_JSON' });
    expect(await contentsReceived()).to.have.length(1);
    expect((await contentsReceived())[0]).to.contain('JSON');
  });

  it('is notified of an event without its header', async () => {
    const response = await call('github', {}, '{}');
    expect(response.status).to.equal(400);
    expect(await response.json()).to.deep.equal({
      result: 'error',
      msg: "Missing the HTTP event header 'X-GitHub-Event'",
      code: 'MISSING_HTTP_EVENT_HEADER',
      header: 'X-GitHub-Event',
    });
    expect((await contentsReceived())[0]).to.contain('`X-GitHub-Event`');
  });
});
