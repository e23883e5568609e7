/** GET /streams: its fields and five filters, for every kind of caller (docs/api.md, Streams). */
import { expect } from 'chai';
import { type AccountName, type Client, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

const none = { include_public: false, include_subscribed: false };

describe('GET /streams', () => {
  const server = runningServer();
  before(async () => {
    const subscribe = async (by: AccountName, name: string, more = {}) => {
      const { subscribed } = succeeded(
        await server.as(by).post('/users/me/subscriptions', { subscriptions: [{ name, description: name }], ...more }),
      );
      expect(Object.keys(subscribed ?? {})).to.not.deep.equal([]);
    };
    await subscribe('spare', 'public of spare');
    await subscribe('spare', 'private of spare', { invite_only: true });
    await subscribe('member', 'private of member', { invite_only: true });
    await subscribe('admin', 'of the guest', { principals: [server.as('guest').account.user_id] });
    await subscribe('spare', 'left');
    await server.as('spare').delete('/users/me/subscriptions', { subscriptions: ['left'] });
  });

  const streams = async (client: Client, filters = {}) =>
    list(succeeded(await client.get('/streams', filters)).streams);
  const names = async (who: AccountName, filters = {}): Promise<string[]> =>
    (await streams(server.as(who), filters)).map(({ name }) => String(name));

  const publicOnes = ['general', 'left', 'of the guest', 'public of spare'];

  it('a row has all fields', async () => {
    const [row] = (await streams(server.as('spare'))).filter(({ name }) => String(name) === 'private of spare');
    const { stream_id, first_message_id, ...others } = row as unknown as Record<string, unknown>;
    expect(stream_id).to.satisfy(Number.isSafeInteger);
    expect(first_message_id).to.satisfy(Number.isSafeInteger);
    expect(others).to.deep.equal({
      name: 'private of spare',
      description: 'private of spare',
      rendered_description: '<p>private of spare</p>',
      invite_only: true,
      is_web_public: false,
      stream_post_policy: 1,
      history_public_to_subscribers: false,
      message_retention_days: null,
      is_announcement_only: false,
    });
  });

  it('by default: all public streams and subscribed ones, sorted by name', async () => {
    expect(await names('member')).to.deep.equal([
      ...publicOnes.slice(0, 3),
      'private of member',
      ...publicOnes.slice(3),
    ]);
    expect(await names('owner')).to.deep.equal(publicOnes);
  });

  it('include_public', async () => {
    expect(await names('member', { include_public: false })).to.deep.equal(['general', 'private of member']);
    expect(await names('member', { ...none, include_public: true })).to.deep.equal(publicOnes);
    expect(await names('guest', { ...none, include_public: true })).to.deep.equal([]);
  });

  it('include_subscribed', async () => {
    expect(await names('member', { include_subscribed: false })).to.deep.equal(publicOnes);
    expect(await names('guest')).to.deep.equal(['general', 'of the guest']);
    expect(await names('guest', { include_subscribed: false })).to.deep.equal([]);
  });

  it('include_all_active: also private streams, for administrators only', async () => {
    for (const who of ['admin', 'owner'] as const)
      expect(await names(who, { include_all_active: true })).to.deep.equal([
        ...publicOnes.slice(0, 3),
        'private of member',
        'private of spare',
        'public of spare',
      ]);
    for (const who of ['member', 'guest', 'bot'] as const)
      badRequest(
        await server.as(who).get('/streams', { include_all_active: true }),
        'User not authorized for this query',
      );
  });

  it('include_default: default streams; every row says whether it is one', async () => {
    const only = await streams(server.as('bot'), { ...none, include_default: true });
    expect(only.map(({ name, is_default }) => [name, is_default])).to.deep.equal([['general', true]]);
    const all = await streams(server.as('member'), { include_default: true });
    expect(all.filter(({ is_default }) => Boolean(is_default)).map(({ name }) => name)).to.deep.equal(['general']);
    for (const row of all) expect(row.is_default).to.be.a('boolean');
    for (const row of await streams(server.as('member'))) expect(row).to.not.have.property('is_default');
  });

  it('include_owner_subscribed: for a bot, the streams of its owner', async () => {
    expect(await names('bot', none)).to.deep.equal([]);
    expect(await names('bot', { ...none, include_owner_subscribed: true })).to.deep.equal([
      'general',
      'private of member',
    ]);
    expect(await names('member', { ...none, include_owner_subscribed: true })).to.deep.equal([]);
  });
});
