/** User groups over HTTP: creating, changing, mentioning and deleting them, and what clients hear and register with. */
import { expect } from 'chai';
import { createUser } from '../../commands/user/create-user.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('user groups', () => {
  lowerLimits({ mentionedPerRequest: 5 });
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const member = server.as('member');
  const spare = server.as('spare');

  const idOf = (client: Client): number => client.account.user_id;
  const create = async (by: Client, name: string, members: number[]): Promise<number> =>
    Number(succeeded(await by.post('/user_groups/create', { name, description: 'd', members })).id);
  const groupsOf = async (client: Client) => list(succeeded(await client.get('/user_groups')).user_groups);
  const queueOf = async (client: Client, types: string[]): Promise<Loose> =>
    succeeded(await client.post('/register', { event_types: types }));

  it('are created, changed and deleted; everybody sees them and gets events', async () => {
    const guest = server.as('guest');
    const queue = await queueOf(guest, ['user_group']);
    const id = await create(member, ' designers ', [idOf(member), idOf(spare)]);
    succeeded(await spare.patch(`/user_groups/${id}`, { name: '"artists"' }));
    succeeded(await spare.post(`/user_groups/${id}/members`, { add: [idOf(owner)], delete: [idOf(spare)] }));
    const group = { id, name: 'artists', description: 'd', members: [idOf(owner), idOf(member)].sort((a, b) => a - b) };
    expect(await groupsOf(guest)).to.deep.equal([group]);
    const { realm_user_groups } = succeeded(
      await guest.post('/register', { fetch_event_types: ['realm_user_groups'] }),
    );
    expect(realm_user_groups).to.deep.equal([group]);
    badRequest(
      await spare.delete(`/user_groups/${id}`),
      'Only group members and organization administrators can administer this group.',
    );
    succeeded(await member.delete(`/user_groups/${id}`));
    badRequest(await member.delete(`/user_groups/${id}`), 'Invalid user group');
    const ops = (await newsOf(guest, queue)).map(({ op }) => op);
    expect(ops).to.deep.equal(['add', 'update', 'add_members', 'remove_members', 'remove']);
    expect(await groupsOf(guest)).to.deep.equal([]);
  });

  it('are refused to guests and bots, with a name that is taken, and with unknown users', async () => {
    const id = await create(member, 'taken', [idOf(member)]);
    const wanted = (more: object = {}) => ({ name: 'taken', description: '', members: [], ...more });
    const creating = (by: Client, more: object = {}) => by.post('/user_groups/create', wanted(more));
    badRequest(await creating(server.as('guest')), 'Not allowed for guest users');
    refused(await creating(server.as('bot')), { msg: 'This endpoint does not accept bot requests.' });
    badRequest(await creating(member), "User group 'taken' already exists.");
    badRequest(await creating(member, { name: 'x', members: [4711] }), 'Invalid user ID 4711');
    refused(await member.patch(`/user_groups/${id}`), { msg: 'No new data supplied' });
    refused(await member.post(`/user_groups/${id}/members`), {
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    });
    badRequest(
      await member.post(`/user_groups/${id}/members`, { add: [idOf(member)] }),
      `User ${idOf(member)} is already a member of this group`,
    );
    badRequest(
      await member.post(`/user_groups/${id}/members`, { delete: [idOf(spare)] }),
      `There is no member '${idOf(spare)}' in this user group`,
    );
  });

  it('are mentioned: their members have the flag if they receive the message', async () => {
    await create(member, 'here and away', [idOf(spare), idOf(owner)]);
    for (const client of [member, spare])
      succeeded(await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'mentions' }] }));
    const queue = await queueOf(spare, ['message']);
    const content = 'Look, @*Here and away*!';
    const id = await said(member, 'mentions', 't', content);
    const heard = (await newsOf(spare, queue)).find((event) => Number(event.message?.id) === id);
    expect(heard?.flags).to.deep.equal(['mentioned']);
    const narrow = [{ operator: 'is', operand: 'mentioned' }];
    const idsOf = async (client: Client) => (await newestFor(client, { narrow })).map((message) => Number(message.id));
    expect(await idsOf(spare)).to.deep.equal([id]);
    expect(await idsOf(owner)).to.deep.equal([]);
  });

  it('reach the bots that are members', async () => {
    const bot = server.as('bot');
    await create(member, 'machines', [idOf(bot)]);
    const queue = await queueOf(bot, ['message']);
    await said(member, 'mentions', 't', 'Do it, @*machines*');
    const [heard] = await newsOf(bot, queue);
    expect(heard?.flags).to.deep.equal(['mentioned']);
  });

  it('count as more requests the more users they mention (mentionedPerRequest)', async () => {
    const left = async () => Number((await member.get('/users/me')).headers.get('X-RateLimit-Remaining'));
    const costOf = async (content: string): Promise<number> => {
      const before = await left();
      succeeded(await member.post('/messages', { type: 'private', to: [idOf(member)], content }));
      return before - (await left()) - 1;
    };
    const crowd: number[] = [];
    for (let number = 0; number < limits.mentionedPerRequest; number += 1) {
      const person = { email: `crowd${number}@dev.example`, fullName: `Crowd ${number}`, role: 400 as const };
      const service = { realmId: 1 as RealmId, userId: null, client: 'test', requestId: 'r' };
      crowd.push((await server.application.services.run(createUser, person, service)).result.userId);
    }
    await create(member, 'crowd', crowd);
    expect(await costOf('Hello crowd')).to.equal(1);
    expect(await costOf('Hello @*crowd*')).to.equal(2);
  });
});
