/** /users, /users/me and notification settings: every parameter and field, and events for others (docs/api.md, Users, Settings). */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const gravatar = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/;
const settings = '/settings/notifications';

describe('users', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');
  const spare = server.as('spare');

  const members = async (more = {}, by = member): Promise<Loose[]> =>
    list(succeeded(await by.get('/users', more)).members);
  const rowOf = async (client: Client, more = {}): Promise<Loose | undefined> =>
    (await members(more)).find((one) => Number(one.user_id) === client.account.user_id);

  describe('GET /users/me', () => {
    it('every field of the caller', async () => {
      const { date_joined, avatar_url, max_message_id, ...me } = succeeded(
        await member.get('/users/me'),
      ) as unknown as Record<string, unknown>;
      expect(date_joined).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
      expect(Math.abs(Date.now() - Date.parse(String(date_joined)))).to.be.below(3_600_000);
      expect(avatar_url).to.match(gravatar);
      expect(max_message_id).to.satisfy(Number.isSafeInteger);
      const { user_id, email, full_name } = member.account;
      expect(me).to.deep.equal({
        result: 'success',
        msg: '',
        user_id,
        email,
        full_name,
        is_auditor: false,
        avatar_version: 1,
        is_admin: false,
        is_owner: false,
        is_guest: false,
        is_bot: false,
        is_active: true,
        timezone: '',
        profile_data: {},
      });
    });

    it('a bot: its type, its owner and an empty profile', async () => {
      const about = { bot_type: 1, bot_owner_id: member.account.user_id, profile_data: {} };
      expect(succeeded(await server.as('bot').get('/users/me'))).to.deep.include(about);
    });

    for (const [name, flags] of [
      ['owner', { is_owner: true, is_admin: true, is_guest: false, is_bot: false }],
      ['admin', { is_owner: false, is_admin: true, is_guest: false, is_bot: false }],
      ['guest', { is_owner: false, is_admin: false, is_guest: true, is_bot: false }],
      ['bot', { is_owner: false, is_admin: false, is_guest: false, is_bot: true }],
    ] as const)
      it(`role flags of the ${name}`, async () => {
        expect(succeeded(await server.as(name).get('/users/me'))).to.include(flags);
      });

    it('max_message_id is the id of the newest received message, not of any message', async () => {
      const newest = async () => succeeded(await spare.get('/users/me')).max_message_id;
      const to = [spare.account.user_id];
      const { id } = succeeded(await member.post('/messages', { type: 'private', to, content: 'x' }));
      expect(await newest()).to.equal(id);
      succeeded(await member.post('/messages', { type: 'private', to: [admin.account.user_id], content: 'x' }));
      expect(await newest()).to.equal(id);
    });
  });

  describe('GET /users', () => {
    it('all users, with the fields of people and of bots', async () => {
      const all = await members();
      expect(all).to.have.length(9);
      const human = [
        ...['user_id', 'email', 'full_name', 'avatar_url', 'avatar_version', 'bot_type', 'date_joined'],
        ...['is_active', 'is_admin', 'is_bot', 'is_guest', 'is_owner', 'timezone'],
      ];
      for (const row of all) expect(row).to.have.all.keys(...human, ...(row.is_bot ? ['bot_owner_id'] : []));
      const kinds = (['member', 'bot', 'webhook_bot', 'outgoing_bot'] as const).map(async (name) => {
        const row = await rowOf(server.as(name));
        return [row?.is_bot, row?.bot_type, row?.bot_owner_id];
      });
      const owner = member.account.user_id;
      expect(await Promise.all(kinds)).to.deep.equal([
        [false, null, undefined],
        [true, 1, owner],
        [true, 2, owner],
        [true, 3, owner],
      ]);
    });

    it('no system bots; guests see all users', async () => {
      expect((await members()).map(({ full_name }) => full_name)).to.not.include('Notification Bot');
      expect(await members({}, server.as('guest'))).to.deep.equal(await members());
    });

    it('client_avatarhost or client_gravatar: no avatar URL that the client can compute', async () => {
      expect((await rowOf(member))?.avatar_url).to.match(gravatar);
      for (const more of [{ client_avatarhost: true }, { client_gravatar: true }])
        for (const row of await members(more)) expect(row.avatar_url).to.equal(null);
      const { status, body } = await member.get('/users', { client_avatarhost: true, client_gravatar: true });
      expect([status, body.code]).to.deep.equal([400, 'REQUEST_CONFUSING_VAR']);
    });

    it('include_custom_profile_fields: for people, with HTML for fields that support Markdown', async () => {
      const field = async (name: string, field_type: number) =>
        succeeded(await admin.post('/realm/profile_fields', { name, field_type })).id;
      const [motto, born] = [await field('Motto', 1), await field('Born', 4)];
      const data = [
        { id: motto, value: '*carpe* diem' },
        { id: born, value: '2000-02-29' },
      ];
      succeeded(await member.patch('/users/me/profile_data', { data }));
      const expected = {
        [String(motto)]: { value: '*carpe* diem', rendered_value: '<p><em>carpe</em> diem</p>' },
        [String(born)]: { value: '2000-02-29' },
      };
      expect((await rowOf(member, { include_custom_profile_fields: true }))?.profile_data).to.deep.equal(expected);
      expect(succeeded(await member.get('/users/me')).profile_data).to.deep.equal(expected);
      expect((await rowOf(spare, { include_custom_profile_fields: true }))?.profile_data).to.deep.equal({});
      expect(await rowOf(server.as('bot'), { include_custom_profile_fields: true })).to.not.have.property(
        'profile_data',
      );
      expect(await rowOf(member)).to.not.have.property('profile_data');
    });
  });

  describe('PATCH /users/{user_id}', () => {
    it('full_name: raw or as JSON, trimmed; others get an event', async () => {
      const path = `/users/${spare.account.user_id}`;
      const queue = await follow(member, { event_types: ['realm_user'] });
      for (const [given, shown] of [
        ['Sue Spare', 'Sue Spare'],
        ['"Zoë Spare"', 'Zoë Spare'],
        ['  Sam Spare ', 'Sam Spare'],
      ] as const) {
        expect(succeeded(await admin.patch(path, { full_name: given }))).to.deep.equal({ result: 'success', msg: '' });
        expect(await rowOf(spare)).to.include({ full_name: shown });
        const [event] = await queue.news();
        expect(event).to.deep.include({
          type: 'realm_user',
          op: 'update',
          person: { user_id: spare.account.user_id, full_name: shown },
        });
      }
    });

    it('role: others get an event with `role`', async () => {
      const queue = await follow(member, { event_types: ['realm_user'] });
      succeeded(await admin.patch(`/users/${spare.account.user_id}`, { role: 600 }));
      const received = (await queue.news()).map(({ op, person }) => [op, person]);
      expect(received).to.deep.include(['update', { user_id: spare.account.user_id, role: 600 }]);
      succeeded(await admin.patch(`/users/${spare.account.user_id}`, { role: 400 }));
    });

    it('profile_data: null or an empty text removes a value; with an unknown field nothing is changed', async () => {
      const { custom_fields } = succeeded(await member.get('/realm/profile_fields'));
      const id = list(custom_fields)[0]?.id;
      const path = `/users/${spare.account.user_id}`;
      const values = async () => (await rowOf(spare, { include_custom_profile_fields: true }))?.profile_data;
      for (const nothing of [null, '']) {
        succeeded(await admin.patch(path, { profile_data: [{ id, value: 'set' }] }));
        expect(await values()).to.have.property(String(id));
        succeeded(await admin.patch(path, { profile_data: [{ id, value: nothing }] }));
        expect(await values()).to.deep.equal({});
      }
      badRequest(
        await admin.patch(path, { full_name: 'Never', profile_data: [{ id: 4711, value: 'x' }] }),
        'Field id 4711 not found.',
      );
      expect(await rowOf(spare)).to.include({ full_name: 'Sam Spare' });
    });

    it('several changes in one request: all or none', async () => {
      const path = `/users/${spare.account.user_id}`;
      succeeded(await admin.patch(path, {}));
      badRequest(await admin.patch(path, { full_name: 'Never', role: 300 }), 'Invalid role');
      badRequest(await admin.patch(path, { full_name: 'x', role: 600 }), 'Name too short!');
      expect(await rowOf(spare)).to.include({ full_name: 'Sam Spare', is_guest: false });
    });
  });

  describe('PATCH /settings/notifications', () => {
    const defaults = {
      enable_stream_desktop_notifications: false,
      enable_stream_email_notifications: false,
      enable_stream_push_notifications: false,
      enable_stream_audible_notifications: false,
      enable_desktop_notifications: true,
      enable_sounds: true,
      enable_offline_email_notifications: true,
      enable_offline_push_notifications: true,
      enable_online_push_notifications: true,
      enable_digest_emails: true,
      enable_login_emails: true,
      message_content_in_email_notifications: true,
      pm_content_in_desktop_notifications: true,
      wildcard_mentions_notify: true,
      realm_name_in_notifications: false,
      presence_enabled: true,
      desktop_icon_count_display: 1,
      notification_sound: 'zulip',
    };
    const changes = Object.entries(defaults).map(
      ([name, value]) => [name, typeof value === 'boolean' ? !value : typeof value === 'number' ? 3 : 'ding'] as const,
    );
    const current = async () =>
      succeeded(await member.post('/register', { event_types: ['update_global_notifications'] }));

    it('have defaults', async () => {
      expect(await current()).to.include(defaults);
    });

    for (const [name, value] of changes)
      it(`${name}: is changed, and the answer has only settings that changed`, async () => {
        const queue = await follow(member, { event_types: ['update_global_notifications'] });
        expect(succeeded(await member.patch(settings, { [name]: value }))).to.deep.equal({
          result: 'success',
          msg: '',
          [name]: value,
        });
        expect(succeeded(await member.patch(settings, { [name]: value }))).to.deep.equal({
          result: 'success',
          msg: '',
        });
        expect(await current()).to.include({ [name]: value });
        expect((await queue.news()).map(({ id, ...event }) => event)).to.deep.equal([
          {
            type: 'update_global_notifications',
            user: member.account.email,
            notification_name: name,
            setting: value,
          },
        ]);
      });

    it('several settings: the answer has those that changed; an invalid one changes none', async () => {
      const both = { enable_sounds: true, presence_enabled: false, notification_sound: '"ding"' };
      expect(succeeded(await member.patch(settings, both))).to.deep.equal({
        result: 'success',
        msg: '',
        enable_sounds: true,
      });
      badRequest(
        await member.patch(settings, { enable_sounds: false, notification_sound: 'moo' }),
        "Invalid notification sound 'moo'",
      );
      badRequest(
        await member.patch(settings, { enable_sounds: false, desktop_icon_count_display: 4 }),
        'Invalid desktop_icon_count_display',
      );
      expect(await current()).to.include({ enable_sounds: true });
      expect(succeeded(await member.patch(settings, {}))).to.deep.equal({ result: 'success', msg: '' });
    });

    it("other users' settings stay the same", async () => {
      const state = succeeded(await spare.post('/register', { event_types: ['update_global_notifications'] }));
      expect(state).to.include(defaults);
      refused(
        await server.as('webhook_bot').patch(settings, { enable_sounds: false }),
        {
          msg: 'This API is not available to incoming webhook bots.',
        },
        401,
      );
    });
  });
});
