/** Subscribing, unsubscribing, creating and announcing streams over HTTP, with exact answers. */
import { expect } from 'chai';
import { endpoints } from '../../../src/http/routes/index.ts';
import { type Client, list } from '../../support/client.ts';
import { runningServer } from '../../support/server.ts';

describe('subscriptions over HTTP', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');
  const spare = server.as('spare');

  const path = '/users/me/subscriptions';
  const subscribe = (client: Client, name: string, more: object = {}) =>
    client.post(path, { subscriptions: [{ name }], ...more });
  const contentsOf = async (client: Client, operator: string, operand: unknown): Promise<unknown[]> => {
    const narrow = [{ operator, operand }];
    const listed = await client.get('/messages', {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    return list(listed.body.messages).map(({ subject, content }) => [subject, content]);
  };

  it('creates a stream, announces it in the stream before answering, and lists it with its settings', async () => {
    const made = await member.post(path, {
      subscriptions: [{ name: 'ideas', description: 'All\n**ideas**', color: '#123456' }],
      announce: true,
      stream_post_policy: 2,
    });
    expect(made.status).to.equal(200);
    expect(made.body).to.deep.equal({
      result: 'success',
      msg: '',
      subscribed: { [member.account.email]: ['ideas'] },
      already_subscribed: {},
    });
    const who = `@_**${member.account.full_name}|${member.account.user_id}**`;
    expect(await contentsOf(member, 'stream', 'ideas')).to.deep.equal([['stream events', `Stream created by ${who}.`]]);
    expect(await contentsOf(member, 'stream', 'general')).to.deep.include([
      'new streams',
      `${who} created a new stream #**ideas**.`,
    ]);
    const mine = list((await member.get(path, { include_subscribers: true })).body.subscriptions);
    expect(mine.find(({ name }) => String(name) === 'ideas')).to.deep.include({
      description: 'All **ideas**',
      rendered_description: '<p>All <strong>ideas</strong></p>',
      color: '#123456',
      stream_post_policy: 2,
      invite_only: false,
      subscribers: [member.account.user_id],
    });
  });

  it('notifies users who were subscribed by somebody else', async () => {
    await subscribe(member, 'told-1');
    await subscribe(member, 'told-2');
    const both = { subscriptions: [{ name: 'told-1' }, { name: 'told-2' }], principals: [spare.account.email] };
    const added = await member.post(path, both);
    expect(added.body.subscribed).to.deep.equal({ [spare.account.email]: ['told-1', 'told-2'] });
    const notice = `@**${member.account.full_name}** subscribed you to the following streams:\n\n* #**told-1**\n* #**told-2**`;
    expect(await contentsOf(spare, 'is', 'private')).to.deep.equal([['', notice]]);
    const again = await member.post(path, both);
    expect(again.body).to.deep.include({
      subscribed: {},
      already_subscribed: { [spare.account.email]: ['told-1', 'told-2'] },
    });
  });

  it('shows private streams only to their subscribers', async () => {
    await subscribe(member, 'secret', { invite_only: true });
    const refused = await subscribe(admin, 'secret');
    expect([refused.status, refused.body]).to.deep.equal([
      400,
      { result: 'error', msg: 'Unable to access stream (secret).' },
    ]);
    const response = await subscribe(admin, 'secret', { authorization_errors_fatal: false });
    expect(response.body).to.deep.equal({
      result: 'success',
      msg: '',
      subscribed: {},
      already_subscribed: {},
      unauthorized: ['secret'],
    });
  });

  it('unsubscribes, lists the streams left, and archives a private stream without subscribers', async () => {
    await subscribe(spare, 'closing', { invite_only: true });
    const left = await spare.delete(path, { subscriptions: ['closing', 'ideas'] });
    expect(left.body).to.deep.equal({ result: 'success', msg: '', removed: ['closing'], not_removed: ['ideas'] });
    const unknown = await spare.delete(path, { subscriptions: ['closing', 'nowhere'] });
    expect([unknown.status, unknown.body]).to.deep.equal([
      400,
      { result: 'error', msg: "Stream 'closing' does not exist", stream: 'closing', code: 'STREAM_DOES_NOT_EXIST' },
    ]);
    await subscribe(spare, 'closing', { invite_only: true });
    expect((await spare.patch(path, { add: [], delete: ['closing'] })).body).to.deep.include({ removed: ['closing'] });
    expect((await spare.delete(path, { subscriptions: ['closing'] })).status).to.equal(400);
  });

  it('lets only administrators unsubscribe others', async () => {
    const principals = [member.account.user_id];
    const refused = await spare.delete(path, { subscriptions: ['ideas'], principals });
    expect(refused.body).to.deep.equal({ result: 'error', msg: 'This action requires administrative rights' });
    const removed = await admin.delete(path, { subscriptions: ['ideas'], principals });
    expect(removed.body).to.deep.include({ removed: ['ideas'], not_removed: [] });
  });

  it('subscribes and unsubscribes in one PATCH', async () => {
    await subscribe(spare, 'one');
    const edited = await spare.patch(path, { add: [{ name: 'two' }], delete: ['one'] });
    expect(edited.body).to.deep.include({
      subscribed: { [spare.account.email]: ['two'] },
      removed: ['one'],
      not_removed: [],
    });
    expect((await spare.patch(path)).body).to.deep.equal({
      result: 'error',
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    });
  });

  it('takes retention as days or words, raw or quoted, from owners', async () => {
    for (const [given, kept] of [
      [30, 30],
      ['forever', -1],
      ['"forever"', -1],
      ['realm_default', null],
    ] as const) {
      const name = `kept ${JSON.stringify(given)}`;
      const made = await subscribe(server.as('owner'), name, { message_retention_days: given });
      expect(made.body, name).to.include({ result: 'success' });
      const mine = list((await server.as('owner').get(path)).body.subscriptions);
      expect(mine.find((one) => String(one.name) === name)).to.include({ message_retention_days: kept });
    }
    const refused = await subscribe(admin, 'kept not', { message_retention_days: 30 });
    expect(refused.body).to.include({ msg: 'User cannot create stream with this settings.', code: 'BAD_REQUEST' });
  });

  it('reports an invalid parameter before any other refusal', async () => {
    for (const [parameters, msg, code] of [
      [{}, "Missing 'subscriptions' argument", 'REQUEST_VARIABLE_MISSING'],
      [{ subscriptions: 'x' }, 'Argument "subscriptions" is not valid JSON.', 'BAD_REQUEST'],
      [{ subscriptions: [{}] }, 'name key is missing from subscriptions[0]', 'BAD_REQUEST'],
      [{ subscriptions: [{ name: 'a', x: 1 }] }, 'Unexpected arguments: x', 'BAD_REQUEST'],
      [{ subscriptions: [], invite_only: 'x' }, 'Argument "invite_only" is not valid JSON.', 'BAD_REQUEST'],
      [{ subscriptions: [], stream_post_policy: 4 }, 'Invalid stream_post_policy', 'BAD_REQUEST'],
      [{ subscriptions: [], message_retention_days: 0 }, "Bad value for 'message_retention_days': 0", undefined],
    ] as const) {
      const { status, body } = await server.as('guest').post(path, parameters);
      expect([status, body.result, body.msg]).to.deep.equal([400, 'error', msg]);
      if (code) expect(body.code).to.equal(code);
    }
  });

  it('refuses unknown principals with 403, and guests', async () => {
    const unknown = await subscribe(member, 'ideas', { principals: [9999] });
    expect([unknown.status, unknown.body]).to.deep.equal([
      403,
      {
        result: 'error',
        msg: "User not authorized to execute queries on behalf of '9999'",
        principal: '9999',
        code: 'UNAUTHORIZED_PRINCIPAL',
      },
    ]);
    const guest = await subscribe(server.as('guest'), 'ideas');
    expect(guest.body).to.include({ msg: 'Not allowed for guest users', code: 'BAD_REQUEST' });
  });

  it('creates one stream for a name, even with concurrent requests', async () => {
    const answers = await Promise.all(
      [member, admin, spare].flatMap((client) => [subscribe(client, 'Rush'), subscribe(client, 'rush')]),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    const streams = list((await member.get('/streams')).body.streams).map(({ name }) => String(name).toLowerCase());
    expect(streams.filter((name) => name === 'rush')).to.have.length(1);
    for (const client of [member, admin, spare]) {
      const mine = list((await client.get(path)).body.subscriptions).map(({ name }) => String(name).toLowerCase());
      expect(mine).to.include('rush');
    }
  });
});

describe('an answer about streams that others closed in the meantime', () => {
  it('names them, although a stream that was closed before is an error', async () => {
    const subscribing = endpoints.find(({ id }) => id === 'subscribe');
    const result = { subscribed: {}, alreadySubscribed: {}, unauthorized: ['plans'], count: 0, noticesFollow: false };
    const services = { run: async () => ({ result, position: 1 }) };
    const parameters = { subscriptions: [{ name: 'plans' }], principals: [], authorization_errors_fatal: true };
    const answer = await subscribing?.handle({ parameters, charge: () => undefined } as never, services as never);
    expect(answer).to.deep.equal({ subscribed: {}, already_subscribed: {}, unauthorized: ['plans'] });
  });
});
