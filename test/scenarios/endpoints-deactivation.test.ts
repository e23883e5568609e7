/** Deactivating people and activating them again, over HTTP (docs/api.md, Users). */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('deactivated users', () => {
  const server = runningServer();
  const admin = server.as('admin');
  const member = server.as('member');
  const spare = server.as('spare');

  const idOf = (client: Client): number => client.account.user_id;
  const shown = async (id: number, by = admin) => succeeded(await by.get(`/users/${id}`)).user;

  it('GET /users/{user_id}: the row of GET /users, for people and bots, with the same options', async () => {
    const members = list(succeeded(await member.get('/users')).members);
    for (const row of members) expect(await shown(Number(row.user_id), member)).to.deep.equal(row);
    const options = { client_gravatar: true, include_custom_profile_fields: true };
    const { user } = succeeded(await member.get(`/users/${idOf(spare)}`, options));
    expect(user).to.deep.include({ avatar_url: null, profile_data: {} });
    const bots = list(succeeded(await member.post('/register', { event_types: ['realm_user'] })).cross_realm_bots);
    for (const id of [0, 4711, ...bots.map(({ user_id }) => Number(user_id))])
      badRequest(await member.get(`/users/${id}`), 'No such user');
  });

  it('are deactivated with their bots, and reactivated with their former key and subscriptions', async () => {
    const bot = server.as('bot');
    const register = { event_types: ['realm_user', 'subscription'], include_subscribers: true };
    const streams = async () => list(succeeded(await member.get('/users/me/subscriptions')).subscriptions);
    const before = await streams();
    const queue = await follow(admin, register);
    succeeded(await admin.delete(`/users/${idOf(member)}`));
    for (const gone of [member, bot]) refused(await gone.get('/users/me'), { msg: 'Account is deactivated' }, 401);
    expect((await shown(idOf(member)))?.is_active).to.equal(false);
    badRequest(await admin.delete(`/users/${idOf(member)}`), 'User is deactivated');
    badRequest(await admin.post(`/users/${idOf(bot)}/reactivate`), 'The owner of this bot is deactivated');

    succeeded(await admin.post(`/users/${idOf(member)}/reactivate`));
    expect(await streams()).to.deep.equal(before);
    expect((await shown(idOf(bot)))?.is_active).to.equal(false);
    succeeded(await member.post(`/users/${idOf(bot)}/reactivate`));
    succeeded(await bot.get('/users/me'));
    const received = (await queue.news()).map(({ type, op, person }) => [type, op, person?.user_id]);
    expect(received.slice(0, 1)).to.deep.equal([['realm_user', 'remove', idOf(member)]]);
    expect(received.slice(-2)).to.deep.equal([
      ['realm_user', 'add', idOf(member)],
      ['realm_user', 'add', idOf(bot)],
    ]);
  });

  it('DELETE /users/me: people leave by themselves; the only owner and bots do not', async () => {
    succeeded(await spare.delete('/users/me'));
    refused(await spare.get('/users/me'), { msg: 'Account is deactivated' }, 401);
    succeeded(await admin.post(`/users/${idOf(spare)}/reactivate`));
    succeeded(await spare.get('/users/me'));
    refused(await server.as('owner').delete('/users/me'), {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      msg: 'Cannot deactivate the only organization owner.',
      is_last_owner: true,
      entity: 'organization owner',
    });
    refused(await server.as('bot').delete('/users/me'), { msg: 'This endpoint does not accept bot requests.' });
  });

  it('are deactivated and reactivated by administrators, owners by owners', async () => {
    for (const id of [idOf(spare), 4711]) {
      badRequest(await member.delete(`/users/${id}`), 'Insufficient permission');
      badRequest(await member.post(`/users/${id}/reactivate`), 'Insufficient permission');
    }
    const owner = idOf(server.as('owner'));
    refused(await admin.delete(`/users/${owner}`), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization owner',
    });
    refused(await server.as('owner').delete(`/users/${owner}`), {
      msg: 'Cannot deactivate the only organization owner',
    });
    badRequest(await admin.delete('/users/4711'), 'No such user');
    badRequest(await admin.delete(`/users/${idOf(server.as('bot'))}`), 'No such user');
  });
});
