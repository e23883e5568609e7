/** Changes of users, profiles and bots over HTTP, with exact answers. */
import { expect } from 'chai';
import { type Loose, list } from '../../support/client.ts';
import { runningServer } from '../../support/server.ts';

describe('accounts over HTTP', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const admin = server.as('admin');
  const member = server.as('member');
  const spare = server.as('spare');

  const rowOf = async (id: number): Promise<Loose | undefined> =>
    list((await admin.get('/users', { include_custom_profile_fields: true })).body.members).find(
      ({ user_id }) => Number(user_id) === id,
    );
  const refused = (msg: string, code?: string) => ({ result: 'error', msg, ...(code ? { code } : {}) });

  it('changes name and role, the name raw or quoted', async () => {
    const path = `/users/${spare.account.user_id}`;
    expect((await admin.patch(path, { full_name: '"Sue Spare"', role: 600 })).body).to.deep.equal({
      result: 'success',
      msg: '',
    });
    expect(await rowOf(spare.account.user_id)).to.include({ full_name: 'Sue Spare', is_guest: true });
    for (const role of [100, 200])
      expect((await owner.patch(path, { role })).body).to.deep.equal(
        refused('Guests cannot be organization administrators', 'BAD_REQUEST'),
      );
    await admin.patch(path, { full_name: 'Sam', role: 400 });
    expect(await rowOf(spare.account.user_id)).to.include({ full_name: 'Sam', is_guest: false });
  });

  it('protects ownership and refuses invalid values', async () => {
    const ownerPath = `/users/${owner.account.user_id}`;
    const sparePath = `/users/${spare.account.user_id}`;
    for (const [client, path, parameters, body] of [
      [
        owner,
        ownerPath,
        { role: 200 },
        refused('The owner permission cannot be removed from the only organization owner.'),
      ],
      [admin, sparePath, { role: 100 }, refused('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL')],
      [member, sparePath, { role: 400 }, refused('Insufficient permission', 'BAD_REQUEST')],
      [admin, '/users/9999', { role: 400 }, refused('No such user', 'BAD_REQUEST')],
      [admin, sparePath, { role: 300 }, refused('Invalid role', 'BAD_REQUEST')],
      [admin, sparePath, { full_name: 'a@b' }, refused('Invalid characters in name!', 'BAD_REQUEST')],
    ] as const)
      expect((await client.patch(path, parameters)).body).to.deep.equal(body);
  });

  it('creates, fills in, empties and removes profile fields', async () => {
    const field = { name: 'Motto', hint: 'in short', field_type: 1 };
    expect((await member.post('/realm/profile_fields', field)).body).to.deep.equal(
      refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
    );
    const made = await admin.post('/realm/profile_fields', field);
    const id = Number(made.body.id);
    expect((await admin.post('/realm/profile_fields', field)).body).to.deep.equal(
      refused('A field with that label already exists.'),
    );
    expect((await admin.post('/realm/profile_fields', { ...field, field_type: 9 })).body).to.deep.equal(
      refused('Invalid field type.', 'BAD_REQUEST'),
    );
    const mine = async () => (await rowOf(member.account.user_id))?.profile_data;
    await member.patch('/users/me/profile_data', { data: [{ id, value: '*carpe*' }] });
    expect(await mine()).to.deep.equal({ [id]: { value: '*carpe*', rendered_value: '<p><em>carpe</em></p>' } });
    await admin.patch(`/users/${member.account.user_id}`, { profile_data: [{ id, value: 'diem' }] });
    expect(await mine()).to.deep.equal({ [id]: { value: 'diem', rendered_value: '<p>diem</p>' } });
    await member.delete('/users/me/profile_data', { data: [id] });
    expect(await mine()).to.deep.equal({});
    expect(
      (await member.patch('/users/me/profile_data', { data: [{ id, value: 'x'.repeat(51) }] })).body,
    ).to.deep.equal(refused('Motto is too long (limit: 50 characters)', 'BAD_REQUEST'));
    await admin.delete(`/realm/profile_fields/${id}`);
    expect((await member.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] })).body).to.deep.equal(
      refused(`Field id ${id} not found.`, 'BAD_REQUEST'),
    );
  });

  it('creates a bot that can send at once, and that its owner can change and deactivate', async () => {
    const made = await member.post('/bots', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: '"http://127.0.0.1:9/"',
    });
    const email = `hook-bot@${member.account.email.split('@')[1]}`;
    const bot = server.with({ email, api_key: String(made.body.api_key) });
    const me = await bot.get('/users/me');
    expect(me.body).to.include({ full_name: 'Hook', is_bot: true, bot_owner_id: member.account.user_id });
    const path = `/bots/${me.body.user_id}`;
    const changed = await member.patch(path, {
      full_name: 'Hooky',
      bot_owner_id: admin.account.user_id,
      service_payload_url: 'http://127.0.0.1:8/',
    });
    expect(changed.body).to.deep.include({
      result: 'success',
      full_name: 'Hooky',
      bot_owner: admin.account.email,
      service_interface: 1,
      service_payload_url: 'http://127.0.0.1:8/',
    });
    expect((await member.delete(path)).body).to.deep.equal(refused('Insufficient permission', 'BAD_REQUEST'));
    const rotated = await admin.post(`${path}/api_key/regenerate`);
    expect((await bot.get('/users/me')).body).to.deep.equal(refused('Invalid API key'));
    expect((await server.with({ email, api_key: String(rotated.body.api_key) }).get('/users/me')).status).to.equal(200);
    for (const _ of ['once', 'twice'])
      expect((await admin.delete(path)).body).to.deep.equal({ result: 'success', msg: '' });
    const gone = await server.with({ email, api_key: String(rotated.body.api_key) }).get('/users/me');
    expect([gone.status, gone.body]).to.deep.equal([401, refused('Account is deactivated')]);
  });

  it('refuses invalid bots', async () => {
    const bot = { full_name: 'Any', short_name: 'any' };
    for (const [client, parameters, body] of [
      [member, { ...bot, short_name: 'helper' }, refused('Username already in use')],
      [member, { ...bot, full_name: 'Helper Bot' }, refused('Name is already in use!', 'BAD_REQUEST')],
      [member, { ...bot, short_name: 'a b' }, refused('Bad name or username')],
      [member, { ...bot, bot_type: 4 }, refused('Embedded bots are not enabled.')],
      [member, { ...bot, bot_type: 9 }, refused('Invalid bot type', 'BAD_REQUEST')],
      [member, { ...bot, bot_type: 3 }, refused('payload_url is not a URL', 'BAD_REQUEST')],
      [member, { ...bot, payload_url: 'ftp://x' }, refused('payload_url is not a URL', 'BAD_REQUEST')],
      [member, { ...bot, interface_type: 2 }, refused('Invalid interface type', 'BAD_REQUEST')],
      [server.as('guest'), bot, refused('Not allowed for guest users', 'BAD_REQUEST')],
      [server.as('bot'), bot, refused('This endpoint does not accept bot requests.')],
    ] as const) {
      const answer = await client.post('/bots', parameters);
      expect([answer.status, answer.body]).to.deep.equal([400, body]);
    }
  });

  it("rotates the caller's own API key; the old one stops working at once", async () => {
    const rotated = await spare.post('/users/me/api_key/regenerate');
    expect((await spare.get('/users/me')).status).to.equal(401);
    const renewed = server.with({ email: spare.account.email, api_key: String(rotated.body.api_key) });
    expect((await renewed.get('/users/me')).body).to.include({ user_id: spare.account.user_id });
  });
});
