import { expect } from 'chai';
import { z } from 'zod';
import { defineEndpoint } from '../../../src/http/define-endpoint.ts';
import { authenticator } from '../../../src/http/request/authenticate.ts';
import { CheckedCredentials } from '../../../src/http/request/checked-credentials.ts';
import { type WrongKeys, wrongKeysFrom } from '../../../src/http/request/wrong-keys.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId, serverAfter } from '../../support/given.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { as, ask, basic, keyOf, secrets, startApp } from '../stub-app.ts';

const me = (path: `/${string}`, access: 'user' | 'key') =>
  defineEndpoint({
    route: `GET ${path}`,
    id: path,
    summary: '',
    description: '',
    access,
    parameters: z.object({}),
    response: z.object({ user_id: z.int() }),
    example: { user_id: 1 },
    handle: async ({ userId }) => ({ user_id: userId }),
  });

const past = [founded(), ...newUser(1), ...newUser(2)];
const wrong = keyOf(1).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
const request = (address: string) => ({ socket: { remoteAddress: address }, headers: {} }) as never;

function watching(bounds: { max?: number; remembered?: number } = {}) {
  const time = { ms: 0 };
  const addressOf = ({ socket }: { socket: { remoteAddress?: string } }) => socket.remoteAddress ?? '';
  return { time, keys: wrongKeysFrom({ addressOf, clock: () => time.ms, ...bounds }) };
}

const isAdmitted = (keys: WrongKeys, address: string): boolean => {
  try {
    keys.admit(request(address));
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 429) return false;
    throw error;
  }
};

describe('wrong keys', () => {
  it('are limited per address and minute; a caller with a valid key is not affected (wrongKeysPerMinuteMax)', async () => {
    const app = await startApp([me('/me', 'user'), me('/hook', 'key')], past, {
      VERBATIM_TRUSTED_PROXIES: '127.0.0.0/8, ::1',
    });
    const get = (path: string, headers: Record<string, string>, address: string) =>
      ask(app, path, { headers: { ...headers, 'X-Forwarded-For': address } });
    const guess = basic(`user1@test.example:${wrong}`);
    expect((await get('/api/v1/me', as(1), '198.51.100.1')).status).to.equal(200);
    expect((await get(`/api/v1/hook?api_key=${keyOf(1)}`, {}, '198.51.100.1')).status).to.equal(200);
    for (let tries = 0; tries < limits.wrongKeysPerMinuteMax - 1; tries += 1)
      expect((await get('/api/v1/me', { Authorization: guess }, '198.51.100.1')).status).to.equal(401);
    expect((await get(`/api/v1/hook?api_key=${wrong}`, {}, '198.51.100.1')).status).to.equal(401);

    for (const path of ['/api/v1/me', `/api/v1/hook?api_key=${wrong}`]) {
      const refused = await get(path, { Authorization: guess }, '198.51.100.1');
      expect(refused.status).to.equal(429);
      expect(refused.headers['retry-after']).to.match(/^[1-9][0-9]?$/);
      expect(refused.json).to.include({ result: 'error', msg: 'API usage exceeded rate limit' });
    }
    expect((await get('/api/v1/me', as(2), '198.51.100.1')).status).to.equal(429);
    expect((await get('/api/v1/me', as(1), '198.51.100.1')).status).to.equal(200);
    expect((await get(`/api/v1/hook?api_key=${keyOf(1)}`, {}, '198.51.100.1')).status).to.equal(200);
    expect((await get('/api/v1/me', as(2), '198.51.100.2')).status).to.equal(200);
    await app.close();
  });

  it('computes nothing from a key beyond the limit', async () => {
    const app = await startApp([me('/me', 'user')], past);
    const guess = { Authorization: basic(`user1@test.example:${wrong}`) };
    for (let tries = 0; tries < limits.wrongKeysPerMinuteMax; tries += 1)
      expect((await ask(app, '/api/v1/me', { headers: guess })).status).to.equal(401);
    expect((await ask(app, '/api/v1/me', { headers: as(1, 2) })).status).to.equal(429);
    await app.close();
  });

  it('count for a minute', () => {
    const { keys, time } = watching({ max: 2 });
    keys.count(request('a'));
    time.ms = 59_999;
    expect(isAdmitted(keys, 'a')).to.equal(true);
    keys.count(request('a'));
    expect(isAdmitted(keys, 'a')).to.equal(false);
    expect(isAdmitted(keys, 'b')).to.equal(true);
    time.ms = 60_000;
    expect(isAdmitted(keys, 'a')).to.equal(true);
  });

  it('are counted for a limited number of addresses; the oldest entry and expired entries are removed (wrongKeyAddressesMax)', () => {
    const { keys, time } = watching({ max: 1, remembered: 3 });
    for (const address of ['a', 'b', 'c', 'd']) keys.count(request(address));
    expect(keys.size).to.equal(3);
    expect(['a', 'b', 'c', 'd'].map((address) => isAdmitted(keys, address))).to.deep.equal([true, false, false, false]);
    time.ms = 60_000;
    keys.count(request('e'));
    expect(keys.size).to.equal(1);
  });
});

describe('right credentials', () => {
  const state = serverAfter(past);

  it('are cached once, whatever the form of the header', () => {
    const checked = new CheckedCredentials();
    const { keys } = watching();
    const authenticate = (header: string | undefined) =>
      authenticator({ secrets, state }, keys, checked)(realmId, header, undefined, request('a'));
    authenticate(as(1).Authorization);
    const once = checked.characters;
    for (let blanks = 0; blanks < 50; blanks += 1) {
      const padded = `${' '.repeat(blanks)}User1@test.example${' '.repeat(blanks)}:${keyOf(1)}${' '.repeat(blanks)}`;
      expect(authenticate(basic(padded))).to.equal(1);
    }
    expect(checked.characters).to.equal(once);
    authenticate(as(2).Authorization);
    expect(checked.characters).to.equal(2 * once);
  });

  it('are cached up to exactly that number of characters, each entry counting a hundred besides its header', () => {
    const cached = (charactersMax: number): boolean[] => {
      const checked = new CheckedCredentials(charactersMax);
      for (const header of ['1234567', '890']) checked.set(header, {} as never);
      return ['1234567', '890'].map((header) => checked.get(header) !== undefined);
    };
    expect([210, 209].map(cached)).to.deep.equal([
      [true, true],
      [false, true],
    ]);
  });

  it('are cached up to a number of characters; the oldest are checked again (checkedCharactersMax)', () => {
    const checked = new CheckedCredentials(1_000);
    for (let user = 0; user < 100; user += 1)
      checked.set(`Basic ${'x'.repeat(100)}${user}`, { realmId, userId: user as never, generation: 0, secret: '' });
    expect(checked.characters).to.be.at.most(1_000);
    expect(checked.get(`Basic ${'x'.repeat(100)}99`)?.userId).to.equal(99);
    expect(checked.get(`Basic ${'x'.repeat(100)}0`)).to.equal(undefined);
  });
});
