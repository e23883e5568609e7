/** Domains, profile fields and what bots store, over HTTP. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('what an organization keeps', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const member = server.as('member');

  const queueOf = async (types: string[]): Promise<Loose> =>
    succeeded(await member.post('/register', { event_types: types }));

  it('domains are added, changed and removed by administrators, and sent to everyone', async () => {
    const queue = await queueOf(['realm_domains']);
    const adding = { domain: '"Corp.example"', allow_subdomains: true };
    expect(succeeded(await owner.post('/realm/domains', adding)).new_domain).to.deep.equal([1, 'corp.example']);
    refused(await owner.post('/realm/domains', adding), {
      msg: 'The domain corp.example is already a part of your organization.',
    });
    succeeded(await owner.patch('/realm/domains/corp.example', { allow_subdomains: false }));
    const row = { domain: 'corp.example', allow_subdomains: false };
    expect(succeeded(await member.get('/realm/domains')).domains).to.deep.equal([row]);
    const again = await member.post('/register', { fetch_event_types: ['realm_domains'] });
    expect(succeeded(again).realm_domains).to.deep.equal([row]);
    refused(await member.delete('/realm/domains/corp.example'), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    succeeded(await owner.delete('/realm/domains/corp.example'));
    refused(await owner.delete('/realm/domains/corp.example'), { msg: 'No entry found for domain corp.example.' });
    expect((await newsOf(member, queue)).map(({ id: _, type: __, ...event }) => event)).to.deep.equal([
      { op: 'add', realm_domain: { ...row, allow_subdomains: true } },
      { op: 'change', realm_domain: row },
      { op: 'remove', domain: 'corp.example' },
    ]);
  });

  it('profile fields of every type are created, changed and reordered, and have values of their type', async () => {
    const queue = await queueOf(['custom_profile_fields']);
    const dataOf: Record<number, object> = {
      3: { red: { text: 'Red', order: '1' } },
      7: { subtype: 'github' },
    };
    const ids: number[] = [];
    for (const field_type of [1, 2, 3, 4, 5, 6, 7]) {
      const field = { name: `field ${field_type}`, field_type, field_data: dataOf[field_type] };
      ids.push(Number(succeeded(await owner.post('/realm/profile_fields', field)).id));
    }
    const values = ['short', '*long*', 'red', '2000-02-29', 'https://x.example/', [member.account.user_id], 'octocat'];
    const data = ids.map((id, index) => ({ id, value: values[index] }));
    succeeded(await member.patch('/users/me/profile_data', { data }));
    const own = succeeded(await member.get('/users/me')).profile_data as Loose;
    expect(ids.map((id) => String(own[id]?.value))).to.deep.equal([
      ...values.slice(0, 5),
      JSON.stringify(values[5]),
      values[6],
    ]);
    for (const [index, value] of [
      [2, 'green'],
      [3, '2001-02-29'],
      [4, 'ftp://x'],
      [5, [4711]],
    ] as const)
      expect((await member.patch('/users/me/profile_data', { data: [{ id: ids[index], value }] })).status).to.equal(
        400,
      );
    const often = Array.from({ length: 101 }, () => ({ id: ids[2], value: 'red' }));
    const tooMany = (name: string) => `${name} is too long (limit: 100 items)`;
    badRequest(await member.patch('/users/me/profile_data', { data: often }), tooMany('data'));
    badRequest(await member.delete('/users/me/profile_data', { data: often.map(({ id }) => id) }), tooMany('data'));
    const others = { profile_data: often };
    badRequest(await owner.patch(`/users/${member.account.user_id}`, others), tooMany('profile_data'));
    succeeded(await owner.patch(`/realm/profile_fields/${ids[0]}`, { name: '"Motto"', hint: 'short' }));
    succeeded(await owner.patch('/realm/profile_fields', { order: [...ids].reverse() }));
    badRequest(await owner.patch('/realm/profile_fields', { order: ids.slice(1) }), 'Invalid order mapping.');
    const option = { text: 'Lost', order: '1' };
    const lost = { name: 'Lost', field_type: 3, field_data: JSON.parse(`{ "__proto__": ${JSON.stringify(option)} }`) };
    badRequest(await owner.post('/realm/profile_fields', lost), 'field_data must not have the key __proto__');
    const fields = list(succeeded(await member.get('/realm/profile_fields')).custom_fields);
    expect(fields.map(({ id, order }) => [id, order])).to.deep.equal([...ids].reverse().map((id, at) => [id, at + 1]));
    expect(fields.at(-1)).to.include({ name: 'Motto', hint: 'short', type: 1 });
    const heard = await newsOf(member, queue);
    expect(heard.map(({ op }) => op).slice(7)).to.deep.equal(['update', 'update']);
    expect(heard.at(-1)?.fields).to.deep.equal(fields);
    const deleted = ids[6];
    succeeded(await owner.delete(`/realm/profile_fields/${deleted}`));
    badRequest(await owner.patch(`/realm/profile_fields/${deleted}`, { name: 'x' }), `Field id ${deleted} not found.`);
  });

  it('bots store, read and remove values', async () => {
    const bot = server.as('bot');
    const storing = (storage: object) => bot.put('/bot_storage', { storage });
    succeeded(await storing({ foo: 'bar', é: '' }));
    succeeded(await storing({ foo: 'baz', last: '3' }));
    const storageOf = async (client: Client, parameters: object = {}) =>
      succeeded(await client.get('/bot_storage', parameters as never)).storage;
    expect(await storageOf(bot)).to.deep.equal({ foo: 'baz', é: '', last: '3' });
    expect(await storageOf(bot, { keys: ['last'] })).to.deep.equal({ last: '3' });
    expect(await storageOf(member)).to.deep.equal({});
    refused(await bot.get('/bot_storage', { keys: ['last', 'no'] }), { msg: 'Key does not exist.' });
    refused(await bot.delete('/bot_storage', { keys: ['no'] }), { msg: 'Key does not exist.' });
    succeeded(await bot.delete('/bot_storage', { keys: ['last'] }));
    expect(await storageOf(bot)).to.deep.equal({ foo: 'baz', é: '' });
    succeeded(await bot.delete('/bot_storage'));
    expect(await storageOf(bot)).to.deep.equal({});
    badRequest(await storing({ a: 1 }), 'storage["a"] is not a string');
    const odd = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', 'é.$': 'd' };
    succeeded(await storing(odd));
    expect(await storageOf(bot)).to.deep.equal(odd);
    expect(await storageOf(bot, { keys: ['constructor'] })).to.deep.equal({ constructor: 'a' });
    refused(await bot.get('/bot_storage', { keys: ['valueOf'] }), { msg: 'Key does not exist.' });
    const lost = JSON.parse('{ "__proto__": "x", "kept": "y" }');
    badRequest(await storing(lost), 'storage must not have the key __proto__');
    expect(await storageOf(bot)).to.deep.equal(odd);
  });

  it('storing much counts as more than one request (botStorageBytesPerRequest)', async () => {
    const left = async () => Number((await member.get('/users/me')).headers.get('X-RateLimit-Remaining'));
    const before = await left();
    succeeded(await member.put('/bot_storage', { storage: { a: 'x'.repeat(2 * limits.botStorageBytesPerRequest) } }));
    expect(before - (await left())).to.equal(4);
  });
});
