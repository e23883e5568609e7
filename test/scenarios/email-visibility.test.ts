/** `email_address_visibility`: while addresses are hidden, no answer and no event holds one (docs/api.md, Users). */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('addresses that are hidden', () => {
  const server = runningServer();
  let [admin, member, guest, bot]: Client[] = [];
  before(async () => {
    [admin, member, guest, bot] = [server.as('admin'), server.as('member'), server.as('guest'), server.as('bot')];
  });

  const show = async (visibility: number) =>
    succeeded(await server.as('admin').patch('/realm', { email_address_visibility: visibility }));
  const idOf = (client: Client | undefined) => Number(client?.account.user_id);
  const standsFor = (client: Client | undefined) => `user${idOf(client)}@noreply.dev.example`;
  const own = /\b(?:owner|admin|member|guest|spare|auditor)@dev\.example/;
  const members = async (client: Client | undefined) => list(succeeded((await client?.get('/users')) as never).members);
  const emailOf = (rows: Loose[], client: Client | undefined) =>
    rows.find((row) => Number(row.user_id) === idOf(client));

  it('are in no answer and no event for members, guests and bots, who find people by their substitutes', async () => {
    const [a, m] = [server.as('admin'), server.as('member')];
    const queue = await follow(m, { client_gravatar: true });
    const secret = { subscriptions: [{ name: 'hidden' }], principals: [m.account.email] };
    succeeded(await a.post('/users/me/subscriptions', secret));
    succeeded(await a.post('/messages', { type: 'private', to: [idOf(m)], content: 'before' }));
    await show(4);
    // Earlier messages are served according to the current setting.
    const events = await queue.news();
    expect(events.map(({ type }) => String(type))).to.include.members(['message', 'realm', 'realm_user']);
    expect(JSON.stringify(events)).not.to.match(own);
    const changes = events.filter(({ person }) => (person as Loose | undefined)?.new_email !== undefined);
    expect(changes.map(({ person }) => String((person as Loose).new_email))).to.include(standsFor(a));
    const { id } = succeeded(
      await m.post('/messages', { type: 'private', to: JSON.stringify([standsFor(a)]), content: 'x' }),
    );
    succeeded(await a.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    succeeded(await a.post('/users/me/presence', { status: 'active' }));
    succeeded(await a.post('/typing', { op: 'start', to: [idOf(m)] }));
    succeeded(
      await a.post('/users', { email: 'new@people.example', full_name: 'New', password: 'a long enough one 4711' }),
    );
    const narrow = (operand: string) => JSON.stringify([{ operator: 'pm-with', operand }]);
    const page = { anchor: 'newest', num_before: 50, num_after: 0 };
    for (const client of [m, server.as('guest'), server.as('bot')]) {
      const answers = [
        await client.get('/users', { include_custom_profile_fields: true }),
        await client.get('/users/me'),
        await client.get(`/users/${idOf(a)}`),
        await client.get('/messages', page),
        await client.get('/realm/presence'),
        await client.get('/streams/1/members'),
        await client.get('/users/me/subscriptions', { include_subscribers: true }),
      ];
      for (const { body } of answers) expect(JSON.stringify(body)).not.to.match(own);
      const { delivery_email: _, ...state } = succeeded(await client.post('/register', { client_gravatar: true }));
      expect(JSON.stringify(state)).not.to.match(own);
      expect(JSON.stringify(state)).not.to.include('new@people.example');
    }
    const found = succeeded(await m.get('/messages', { ...page, narrow: narrow(standsFor(a)) }));
    expect(list(found.messages).map((message) => Number(message.id))).to.include(Number(id));
    badRequest(
      await m.post('/messages', { type: 'private', to: a.account.email, content: 'x' }),
      `Invalid email '${a.account.email}'`,
    );
    expect((await m.get('/messages', { ...page, narrow: narrow(String(a.account.email)) })).status).to.equal(400);
    expect(JSON.stringify(await queue.news())).not.to.match(own);
    // A hash of the real address would confirm a guess.
    const digest = createHash('md5').update(standsFor(a)).digest('hex');
    expect(String(emailOf(await members(m), a)?.avatar_url)).to.include(`gravatar.com/avatar/${digest}`);
  });

  it('are shown to administrators if the organization allows it, besides their substitutes', async () => {
    await show(3);
    const rows = await members(admin);
    expect(emailOf(rows, member)).to.include({ email: standsFor(member), delivery_email: member?.account.email });
    expect(emailOf(rows, bot)).to.not.have.property('delivery_email');
    const { realm_users, email, delivery_email } = succeeded(await server.as('admin').post('/register'));
    expect(emailOf(list(realm_users), guest)).to.include({ delivery_email: guest?.account.email });
    expect([email, delivery_email]).to.deep.equal([standsFor(admin), admin?.account.email]);
    const queue = await follow(server.as('admin'), { event_types: ['realm_user'] });
    const asked = { email: 'newer@people.example', full_name: 'Newer', password: 'a long enough one 4711' };
    succeeded(await server.as('admin').post('/users', asked));
    const [added] = await queue.news();
    expect((added?.person as Loose | undefined)?.delivery_email).to.equal('newer@people.example');
    for (const row of [...(await members(member)), ...(await members(bot))])
      expect(row).not.to.have.property('delivery_email');
  });

  it('are used for signing in, and are shown again if everyone may see them', async () => {
    expect(
      (await server.with({ ...member?.account, email: standsFor(member) } as never).get('/users/me')).status,
    ).to.equal(401);
    const queue = await follow(server.as('member'), { event_types: ['realm_user'] });
    await show(1);
    expect(emailOf(await members(member), admin)?.email).to.equal(admin?.account.email);
    const addresses = (await queue.news()).map(({ person }) => String((person as Loose).new_email));
    expect(addresses).to.include(String(admin?.account.email));
    expect((await server.as('admin').patch('/realm', { email_address_visibility: 2 })).status).to.equal(400);
  });
});
