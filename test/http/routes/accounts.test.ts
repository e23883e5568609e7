/** Profile fields and refused bots over HTTP, with exact answers. */
import { expect } from 'chai';
import { type Loose, list } from '../../support/client.ts';
import { runningServer } from '../../support/server.ts';

describe('profile fields and bots over HTTP', () => {
  const server = runningServer();
  const admin = server.as('admin');
  const member = server.as('member');

  const rowOf = async (id: number): Promise<Loose | undefined> =>
    list((await admin.get('/users', { include_custom_profile_fields: true })).body.members).find(
      ({ user_id }) => Number(user_id) === id,
    );
  const refused = (msg: string, code?: string) => ({ result: 'error', msg, ...(code ? { code } : {}) });

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
});
