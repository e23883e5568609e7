/** Streams are renamed, described, made private and public by administrators; clients and the history follow. */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('changing a stream', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const admin = server.as('admin');
  const member = server.as('member');
  const spare = server.as('spare');

  /** Owner and member subscribe to a new stream. Answers its id. */
  async function made(name: string, more: object = {}): Promise<number> {
    const principals = [owner.account.user_id, member.account.user_id];
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...more }));
    return Number((await streamNamed(owner, name))?.stream_id);
  }
  const streamNamed = async (who: Client, name: string): Promise<Loose | undefined> =>
    list(succeeded(await who.get('/streams')).streams).find((stream) => String(stream.name) === name);
  const say = (to: string, content: string): Promise<number> => said(member, to, 't', content);
  const shown = async (who: Client, stream: string): Promise<string[]> => {
    const asked = {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      apply_markdown: false,
      narrow: [['stream', stream]],
    };
    const answer = await who.get('/messages', asked);
    return answer.status === 200 ? list(answer.body.messages).map(({ content }) => String(content)) : [];
  };

  it('changes its name, description, post policy and retention, and informs clients and the stream', async () => {
    const id = await made('plans');
    const queue = await follow(spare, { event_types: ['stream'] });
    const change = {
      new_name: '"Goals"',
      description: '"What we *want*\\nto do"',
      is_announcement_only: true,
      message_retention_days: '"forever"',
    };
    succeeded(await owner.patch(`/streams/${id}`, change));
    expect(await streamNamed(spare, 'Goals')).to.include({
      stream_id: id,
      description: 'What we *want* to do',
      rendered_description: '<p>What we <em>want</em> to do</p>',
      stream_post_policy: 2,
      is_announcement_only: true,
      message_retention_days: -1,
    });
    expect((await queue.news()).map(({ property }) => String(property))).to.deep.equal([
      'message_retention_days',
      'description',
      'email_address',
      'name',
      'stream_post_policy',
      'is_announcement_only',
    ]);
    const { user_id, full_name } = owner.account;
    expect((await shown(owner, 'Goals')).at(-1)).to.equal(
      `@_**${full_name}|${user_id}** renamed stream **plans** to **Goals**.`,
    );
    badRequest(
      await member.post('/messages', { type: 'stream', to: 'Goals', topic: 't', content: 'x' }),
      'Only organization administrators can send to this stream.',
    );
    succeeded(await owner.patch(`/streams/${id}`, {}));
    refused(await owner.patch(`/streams/${id}`, { new_name: 'Goals' }), { msg: 'Stream already has that name!' });
  });

  it('to private: hides it and its history from those who are not in it; to public: shows all of it', async () => {
    const id = await made('open');
    await say('open', 'in public');
    const queue = await follow(spare, { event_types: ['stream', 'message'], all_public_streams: true });
    succeeded(await owner.patch(`/streams/${id}`, { is_private: true }));
    const secret = await say('open', 'in private');
    expect(await streamNamed(spare, 'open')).to.equal(undefined);
    expect(await shown(spare, 'open')).to.deep.equal([]);
    badRequest(await spare.get(`/messages/${secret}`), 'Invalid message(s)');
    expect((await shown(member, 'open')).slice(-2)).to.deep.equal(['in public', 'in private']);

    // A user who is subscribed now sees later messages.
    succeeded(
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'open' }],
        principals: [admin.account.user_id],
      }),
    );
    await say('open', 'to all three');
    expect(await shown(admin, 'open')).to.deep.equal(['to all three']);
    succeeded(await owner.patch(`/streams/${id}`, { history_public_to_subscribers: true }));
    expect((await shown(admin, 'open')).slice(-3)).to.deep.equal(['in public', 'in private', 'to all three']);

    succeeded(await owner.patch(`/streams/${id}`, { is_private: false }));
    expect(await streamNamed(spare, 'open')).to.include({ invite_only: false, history_public_to_subscribers: true });
    expect((await shown(spare, 'open')).slice(-3)).to.deep.equal(['in public', 'in private', 'to all three']);
    await say('open', 'in public again');
    const news = await queue.news();
    expect(news.map(({ type, op }) => `${type} ${op ?? ''}`.trim())).to.deep.equal([
      'stream delete',
      'stream create',
      'message',
    ]);
    expect(news.at(-1)).to.have.nested.property('message.content', 'in public again');
  });

  it('is refused to members, and for private streams that an administrator is not subscribed to', async () => {
    const id = await made('shut', { invite_only: true });
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
    refused(await member.patch(`/streams/${id}`, { description: 'x' }), refusal);
    refused(await member.patch('/streams/4711', { description: 'x' }), refusal);
    refused(await admin.patch(`/streams/${id}`, { message_retention_days: 1 }), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization owner',
    });
    badRequest(await admin.patch(`/streams/${id}`, { is_private: false }), 'Invalid stream id');
    badRequest(await admin.patch('/streams/4711', { is_private: false }), 'Invalid stream id');
    badRequest(await admin.patch(`/streams/${id}`, { new_name: 'general' }), "Stream name 'general' is already taken.");
    badRequest(await admin.patch('/streams/1', { is_private: true }), 'is_private: default streams cannot be private.');
    succeeded(await admin.patch(`/streams/${id}`, { new_name: 'shut in' }));
  });
});
