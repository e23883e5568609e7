/** POST /messages: every parameter, the answer, and the delivered message object (docs/api.md, Messages). */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { type Following, follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('POST /messages', () => {
  const server = runningServer();
  let member: Client;
  let spare: Client;
  let admin: Client;
  let guest: Client;
  let queue: Following;
  before(async () => {
    [member, spare, admin, guest] = (['member', 'spare', 'admin', 'guest'] as const).map(server.as) as [
      Client,
      Client,
      Client,
      Client,
    ];
    queue = await follow(spare, { event_types: ['message'] });
  });
  afterEach(() => queue.news());

  const send = (parameters: object, by = member) => by.post('/messages', { content: 'hello', ...parameters });
  const idOf = async (parameters: object, by = member) => Number(succeeded(await send(parameters, by)).id);
  const delivered = async (): Promise<Loose | undefined> => (await queue.news()).at(-1)?.message;

  it('answers `id`, `msg` and `result`, and no `deliver_at`', async () => {
    const body = succeeded(await send({ type: 'stream', to: 'general', topic: 't' }));
    expect(body).to.have.all.keys('id', 'msg', 'result');
    expect(body.id).to.satisfy(Number.isSafeInteger);
  });

  it('sends nothing in the name of another user', async () => {
    const message = { type: 'stream', to: 'general', topic: 't' };
    refused(await send({ ...message, sender: spare.account.email }), { msg: 'Invalid mirrored message' });
    for (const forged of ['yes', 'true'])
      refused(await send({ ...message, forged, sender: spare.account.email }, admin), {
        msg: 'User not authorized for this query',
      });
    expect(await queue.news()).to.deep.equal([]);
    succeeded(await send({ ...message, forged: 'no' }));
  });

  it('ids are ascending', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await idOf({ type: 'private', to: [spare.account.user_id] }));
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => a - b));
  });

  it('a stream message, with every field', async () => {
    const before = Math.floor(Date.now() / 1000);
    const content = 'see **this** in #**general**';
    const id = await idOf({ type: 'stream', to: 'general', topic: 'about https://x.example/a', content });
    const event = (await queue.news()).at(-1);
    const { timestamp, avatar_url, recipient_id, ...message } = (event?.message ?? {}) as Record<string, unknown>;
    expect(event).to.have.all.keys('id', 'type', 'message', 'flags');
    expect(event).to.deep.include({ type: 'message', flags: [] });
    expect(timestamp).to.be.within(before, before + 60);
    expect(timestamp).to.satisfy(Number.isInteger);
    expect(recipient_id).to.satisfy(Number.isSafeInteger);
    expect(avatar_url).to.match(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/);
    expect(message).to.deep.equal({
      id,
      type: 'stream',
      content,
      content_type: 'text/x-markdown',
      display_recipient: 'general',
      stream_id: 1,
      sender_id: member.account.user_id,
      sender_email: member.account.email,
      sender_full_name: member.account.full_name,
      sender_realm_str: 'dev',
      topic: 'about https://x.example/a',
      subject: 'about https://x.example/a',
      topic_links: ['https://x.example/a'],
      client: 'node',
      is_me_message: false,
      reactions: [],
      submessages: [],
    });
  });

  it('a private message: participants, empty `subject`, no topic', async () => {
    const id = await idOf({ type: 'private', to: [spare.account.user_id], topic: 'ignored' });
    const message = await delivered();
    const row = ({ account: { email, full_name, user_id } }: Client) => ({
      email,
      full_name,
      id: user_id,
      is_mirror_dummy: false,
    });
    expect(message).to.deep.include({ id, type: 'private', subject: '', topic_links: [] });
    expect(message?.display_recipient).to.deep.equal([row(member), row(spare)]);
    expect(message).to.not.have.any.keys('topic', 'stream_id');
  });

  it('content is rendered for queues with apply_markdown', async () => {
    const html = await follow(spare, { event_types: ['message'], apply_markdown: true });
    await idOf({ type: 'stream', to: 'general', topic: 't', content: 'see **this**' });
    expect((await html.news())[0]?.message).to.include({
      content: '<p>see <strong>this</strong></p>',
      content_type: 'text/html',
    });
  });

  describe('to', () => {
    const places: [string, () => unknown][] = [
      ['a stream name', () => 'general'],
      ['in upper case, with blanks', () => '  GENERAL '],
      ['quoted as JSON', () => '"general"'],
      ['an id', () => 1],
      ['a list of one name', () => ['general']],
      ['a list of one id', () => [1]],
    ];
    for (const [name, to] of places)
      it(`stream message: ${name}`, async () => {
        const id = await idOf({ type: 'stream', to: to(), topic: 't' });
        expect(await delivered()).to.include({ id, display_recipient: 'general' });
      });

    it('stream message: a number that is not an integer is a name', async () => {
      for (const name of ['1.0', '1e0']) {
        succeeded(
          await member.post('/users/me/subscriptions', {
            subscriptions: [{ name }],
            principals: [spare.account.user_id],
          }),
        );
        const id = await idOf({ type: 'stream', to: name, topic: 't' });
        expect(await delivered()).to.include({ id, display_recipient: name });
      }
    });

    const people: [string, () => unknown][] = [
      ['a list of ids', () => [spare.account.user_id]],
      ['a list with the sender', () => [spare.account.user_id, member.account.user_id]],
      ['twice', () => [spare.account.user_id, spare.account.user_id]],
      ['a list of addresses', () => [spare.account.email]],
      ['an address in upper case', () => [spare.account.email.toUpperCase()]],
      ['one address', () => spare.account.email],
      ['addresses separated by commas', () => `${spare.account.email}, ${member.account.email}`],
    ];
    for (const [name, to] of people)
      it(`private message: ${name}`, async () => {
        const id = await idOf({ type: 'private', to: to() });
        const message = await delivered();
        expect(message).to.include({ id });
        expect(list(message?.display_recipient).map((one) => one.id)).to.deep.equal([
          member.account.user_id,
          spare.account.user_id,
        ]);
      });

    it('private message to oneself', async () => {
      const own = await follow(member, { event_types: ['message'] });
      const id = await idOf({ type: 'private', to: [member.account.user_id] });
      const [event] = await own.news();
      expect(event?.message).to.include({ id });
      expect(list(event?.message?.display_recipient).map((one) => one.id)).to.deep.equal([member.account.user_id]);
      expect(await queue.news()).to.deep.equal([]);
    });

    it('a group: delivered to its members only; the same conversation whoever sends', async () => {
      const queues = await Promise.all([member, admin, guest].map((who) => follow(who, { event_types: ['message'] })));
      const ids = [member, spare, admin].map(({ account }) => account.user_id);
      const first = await idOf({ type: 'private', to: ids });
      const second = await idOf({ type: 'private', to: ids.slice(0, 2) }, admin);
      const [forMember, forAdmin, forGuest] = await Promise.all(queues.map(({ news }) => news()));
      expect(forMember?.map((event) => event.message?.id)).to.deep.equal([first, second]);
      expect(forAdmin?.map((event) => event.message?.id)).to.deep.equal([first, second]);
      expect(forGuest).to.deep.equal([]);
      const [one, other] = (await queue.news()).map((event) => event.message?.recipient_id);
      expect(one).to.equal(other);
    });

    it('an unknown stream: STREAM_DOES_NOT_EXIST with the name that was sent', async () => {
      refused(await send({ type: 'stream', to: 'No Such', topic: 't' }), {
        code: 'STREAM_DOES_NOT_EXIST',
        msg: "Stream 'No Such' does not exist",
        stream: 'No Such',
      });
    });

    it('one unknown recipient among known ones: sent to nobody', async () => {
      badRequest(await send({ type: 'private', to: [spare.account.email, 'x@y.z'] }), "Invalid email 'x@y.z'");
      expect(await queue.news()).to.deep.equal([]);
    });
  });

  it('subject is another name of topic', async () => {
    await idOf({ type: 'stream', to: 'general', subject: 'by its old name' });
    expect(await delivered()).to.include({ topic: 'by its old name', subject: 'by its old name' });
  });

  it('client is the first word of User-Agent, or the parameter of that name', async () => {
    await idOf({ type: 'stream', to: 'general', topic: 't', client: 'ZulipPython' });
    expect(await delivered()).to.include({ client: 'ZulipPython' });
  });

  describe('local echo', () => {
    let own: Following;
    let other: Following;
    before(async () => {
      own = await follow(member, { event_types: ['message'] });
      other = await follow(member, { event_types: ['message'] });
    });
    const keysOf = async ({ news }: Following) => {
      const [event] = await news();
      return [event?.local_id, event?.local_message_id];
    };

    it('the event for the named queue has `local_id` unchanged; other events have none', async () => {
      for (const local_id of ['17.01', ' "a" \\ {} ', 'ü😀', '0']) {
        await idOf({ type: 'stream', to: 'general', topic: 't', queue_id: own.queueId, local_id });
        expect(await keysOf(own)).to.deep.equal([local_id, local_id]);
        expect(await keysOf(other)).to.deep.equal([undefined, undefined]);
        expect(await keysOf(queue)).to.deep.equal([undefined, undefined]);
      }
    });

    it('also for private messages, and after a restart', async () => {
      const echo = { queue_id: own.queueId, local_id: '18' };
      await idOf({ type: 'private', to: [spare.account.user_id], ...echo });
      await server.restart();
      expect(await keysOf(own)).to.deep.equal(['18', '18']);
      expect(await keysOf(other)).to.deep.equal([undefined, undefined]);
      expect(await keysOf(queue)).to.deep.equal([undefined, undefined]);
    });

    it("an unknown queue, or another user's: sent without local echo", async () => {
      for (const queue_id of ['1:1', 'nonsense', queue.queueId]) {
        await idOf({ type: 'stream', to: 'general', topic: 't', queue_id, local_id: '1' });
        expect(await keysOf(own)).to.deep.equal([undefined, undefined]);
        await other.news();
        expect(await keysOf(queue)).to.deep.equal([undefined, undefined]);
      }
    });

    it('queue_id without local_id is refused; local_id alone has no effect', async () => {
      const place = { type: 'stream', to: 'general', topic: 't' };
      refused(await send({ ...place, queue_id: own.queueId }), {
        code: 'REQUEST_VARIABLE_MISSING',
        msg: "Missing 'local_id' argument",
        var_name: 'local_id',
      });
      await idOf({ ...place, local_id: '1' });
      expect(await keysOf(own)).to.deep.equal([undefined, undefined]);
    });
  });

  it('a user who is not subscribed may send to a public stream, and does not receive the message', async () => {
    succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'theirs' }] }));
    await queue.news();
    const own = await follow(member, { event_types: ['message'] });
    const id = await idOf({ type: 'stream', to: 'theirs', topic: 't' });
    expect(await delivered()).to.include({ id });
    expect(await own.news()).to.deep.equal([]);
  });
});
