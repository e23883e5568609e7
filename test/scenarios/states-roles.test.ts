/** States and transitions of user roles: one test for each rule. */
import { expect } from 'chai';
import { type AccountName, type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

const notOwner = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const onlyOwner = { msg: 'The owner permission cannot be removed from the only organization owner.' };
const guestNot = 'Guests cannot be organization administrators';

describe('states: user role', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const admin = server.as('admin');

  const give = (client: Client, name: AccountName, role: unknown) =>
    client.patch(`/users/${server.as(name).account.user_id}`, { role });
  const roleOf = async (name: AccountName): Promise<number> => {
    const members = list(succeeded(await owner.get('/users')).members);
    const row = members.find((one) => Number(one.user_id) === server.as(name).account.user_id);
    const { is_owner, is_admin, is_guest } = row as unknown as Record<string, boolean>;
    return is_owner ? 100 : is_admin ? 200 : is_guest ? 600 : 400;
  };

  describe('any, PATCH /users/{user_id} with role, caller is administrator: role set to the given code', () => {
    for (const [who, role] of [
      ['admin', 600],
      ['admin', 400],
      ['admin', 200],
      ['admin', 400],
      ['owner', 200],
      ['owner', 100],
      ['owner', 200],
      ['owner', 600],
      ['owner', 400],
    ] as const)
      it(`${role}, by ${who}`, async () => {
        expect(succeeded(await give(server.as(who), 'spare', role))).to.deep.equal({ result: 'success', msg: '' });
        expect(await roleOf('spare')).to.equal(role);
      });

    it('the role that the user already has: success', async () => {
      succeeded(await give(admin, 'spare', 400));
      succeeded(await give(admin, 'owner', 100));
      expect([await roleOf('spare'), await roleOf('owner')]).to.deep.equal([400, 100]);
    });
  });

  it('caller is not an administrator: unchanged', async () => {
    for (const who of ['member', 'guest', 'bot'] as const)
      badRequest(await give(server.as(who), 'spare', 600), 'Insufficient permission');
    badRequest(await give(server.as('member'), 'member', 200), 'Insufficient permission');
    expect([await roleOf('spare'), await roleOf('member')]).to.deep.equal([400, 400]);
  });

  it('only owners grant or revoke the owner role', async () => {
    refused(await give(admin, 'spare', 100), notOwner);
    refused(await give(admin, 'admin', 100), notOwner);
    refused(await give(admin, 'owner', 200), notOwner);
    succeeded(await give(owner, 'spare', 100));
    refused(await give(admin, 'spare', 400), notOwner);
    expect([await roleOf('spare'), await roleOf('owner'), await roleOf('admin')]).to.deep.equal([100, 100, 200]);
    succeeded(await give(owner, 'spare', 400));
  });

  it('the only owner cannot lose the owner role', async () => {
    for (const role of [200, 400, 600]) refused(await give(owner, 'owner', role), onlyOwner);
    expect(await roleOf('owner')).to.equal(100);
  });

  it('one of two owners can lose it, and then the other cannot', async () => {
    succeeded(await give(owner, 'spare', 100));
    succeeded(await give(server.as('spare'), 'owner', 200));
    refused(await give(server.as('spare'), 'spare', 200), onlyOwner);
    refused(await give(owner, 'owner', 100), notOwner);
    succeeded(await give(server.as('spare'), 'owner', 100));
    succeeded(await give(owner, 'spare', 400));
  });

  it('two owners revoke the role from each other at the same time: one owner remains', async () => {
    succeeded(await give(owner, 'spare', 100));
    await Promise.all([give(owner, 'spare', 400), give(server.as('spare'), 'owner', 400)]);
    expect([await roleOf('owner'), await roleOf('spare')].filter((role) => role === 100)).to.have.length(1);
    if ((await roleOf('owner')) !== 100) succeeded(await give(server.as('spare'), 'owner', 100));
    succeeded(await give(owner, 'spare', 400));
  });

  it('a guest cannot be an administrator', async () => {
    badRequest(await give(admin, 'guest', 200), guestNot);
    badRequest(await give(owner, 'guest', 200), guestNot);
    badRequest(await give(owner, 'guest', 100), guestNot);
    expect(await roleOf('guest')).to.equal(600);
    succeeded(await give(admin, 'guest', 400));
    succeeded(await give(admin, 'guest', 200));
    expect(await roleOf('guest')).to.equal(200);
    succeeded(await give(admin, 'guest', 600));
  });

  it('a code that is not a role is refused', async () => {
    for (const role of [0, 300, 101, -100, 100.5, 'null', 'true', '"200"', '[200]'])
      badRequest(await give(owner, 'spare', role), 'Invalid role');
    badRequest(await give(owner, 'spare', ''), 'Argument "role" is not valid JSON.');
    expect(await roleOf('spare')).to.equal(400);
  });

  it('permissions change with the role at once', async () => {
    const member = server.as('member');
    badRequest(await member.get('/streams', { include_all_active: true }), 'User not authorized for this query');
    succeeded(await give(owner, 'member', 200));
    succeeded(await member.get('/streams', { include_all_active: true }));
    succeeded(await give(owner, 'member', 400));
    badRequest(await member.get('/streams', { include_all_active: true }), 'User not authorized for this query');
  });

  it('a bot sees no more than its owner: the bot of a guest is a guest, until the owner is a member again', async () => {
    const bot = server.as('bot');
    succeeded(await server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'public plans' }] }));
    const seen = async () => list(succeeded(await bot.get('/streams')).streams).map(({ name }) => String(name));
    const joined = () => bot.post('/users/me/subscriptions', { subscriptions: [{ name: 'public plans' }] });
    expect(await seen()).to.include('public plans');
    succeeded(await give(owner, 'member', 600));
    expect(await seen()).to.not.include('public plans');
    badRequest(await joined(), 'Not allowed for guest users');
    succeeded(await give(owner, 'member', 400));
    expect(await seen()).to.include('public plans');
    succeeded(await joined());
  });

  it('an unknown user is refused', async () => {
    for (const id of [0, 4711]) badRequest(await admin.patch(`/users/${id}`, { role: 400 }), 'No such user');
  });
});
