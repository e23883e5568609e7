/** PATCH /settings/display: every setting, its event and its key in a registration (docs/api.md, Settings). */
import { expect } from 'chai';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const path = '/settings/display';
const changes = {
  color_scheme: 2,
  default_language: 'de',
  demote_inactive_streams: 3,
  dense_mode: false,
  emojiset: 'twitter',
  fluid_layout_width: true,
  high_contrast_mode: true,
  left_side_userlist: true,
  starred_message_counts: true,
  timezone: 'Europe/Oslo',
  translate_emoticons: true,
  twenty_four_hour_time: true,
};

describe('display settings', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');

  const current = async (by = member) =>
    succeeded(await by.post('/register', { event_types: ['update_display_settings'] }));

  for (const [name, value] of Object.entries(changes))
    it(`${name}: is changed, sent and registered; the answer has it only if it changed`, async () => {
      const types = ['update_display_settings'];
      const [queue, others] = [
        await follow(member, { event_types: types }),
        await follow(admin, { event_types: types }),
      ];
      for (const answer of [{ [name]: value }, {}])
        expect(succeeded(await member.patch(path, { [name]: value }))).to.deep.equal({
          result: 'success',
          msg: '',
          ...answer,
        });
      expect(await current()).to.include({ [name]: value });
      expect((await queue.news()).map(({ id, ...event }) => event)).to.deep.equal([
        { type: 'update_display_settings', user: member.account.email, setting_name: name, setting: value },
      ]);
      expect(await others.news()).to.deep.equal([]);
    });

  it('the timezone is sent to others, and is in lists of users', async () => {
    const queue = await follow(admin, { event_types: ['realm_user'] });
    succeeded(await member.patch(path, { timezone: '"Asia/Tokyo"' }));
    const { user_id, email } = member.account;
    expect((await queue.news()).map(({ person }) => person)).to.deep.equal([
      { user_id, email, timezone: 'Asia/Tokyo' },
    ]);
    expect(succeeded(await admin.get(`/users/${user_id}`)).user).to.include({ timezone: 'Asia/Tokyo' });
  });

  it('an invalid one changes none; those of others stay the same', async () => {
    for (const [name, value] of Object.entries({
      timezone: 'Mars',
      emojiset: 'x',
      color_scheme: 4,
      default_language: '?',
    }))
      badRequest(await admin.patch(path, { dense_mode: false, [name]: value }), `Invalid ${name}`);
    expect(await current(admin)).to.include({ dense_mode: true, color_scheme: 1, timezone: '' });
  });
});
