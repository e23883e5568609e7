/**
 * Sends malformed values for every declared parameter of every endpoint. Every answer has the form of the API and is never a 500.
 * A refusal names the parameter and appends nothing to the log.
 */
import { expect } from 'chai';
import type { AnyEndpoint } from '../../src/http/define-endpoint.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { basic } from '../http/stub-app.ts';
import { seedOfRun } from '../simulation/chance.ts';
import { words } from '../support/bad-input-words.ts';
import { succeeded } from '../support/expect-answer.ts';
import { keptConnection } from '../support/kept-connection.ts';
import { malformedJson, malformedValues } from '../support/malformed-values.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { aSink } from './bad-input-audit.ts';
import { type Baseline, baselines, payload, stream } from './bad-input-baselines.ts';

const seed = seedOfRun();
const guessed = ['fetchApiKey', 'checkInvitation', 'acceptInvitation'];

describe('bad input', function () {
  this.timeout(120_000);
  let server: TestServer;
  const kept = keptConnection(() => server.base);
  let baselineOf: Readonly<Record<string, Baseline>>;
  before(async () => {
    server = await startServer({ VERBATIM_HEARTBEAT_SECS: '1' });
    // The ledger begins before it is asked.
    for (let round = 0; round < 2; round += 1) await server.application.scrub();
    const owner = server.as('owner');
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason: 'bad input' }));
    const message = Number(succeeded(await owner.post('/messages', stream)).id);
    // Where no row deletes a topic.
    const ownMessage = { type: 'private', to: JSON.stringify([owner.account.user_id]), content: 'x' };
    const gone = Number(succeeded(await owner.post('/messages', ownMessage)).id);
    succeeded(await owner.delete(`/messages/${gone}`));
    const keptMessage = Number(succeeded(await owner.post('/messages', ownMessage)).id);
    const field = Number(succeeded(await owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })).id);
    succeeded(await owner.post('/realm/domains', { domain: 'kept.example' }));
    succeeded(await owner.post('/default_stream_groups/create', { group_name: 'crew', stream_names: [] }));
    succeeded(await owner.post('/user_groups/create', { name: 'crew', description: 'd' }));
    const queue = String(succeeded(await owner.post('/register', { event_types: ['message'] })).queue_id);
    succeeded(await owner.post('/messages', stream));
    const people = { user_ids: [owner.account.user_id] };
    const hold = Number(succeeded(await owner.post('/audit/holds', { name: 'x', reason: 'x', ...people })).id);
    // The first: its id is 1.
    succeeded(await owner.post('/audit/sinks', aSink));
    const [user, bot] = [server.as('spare').account.user_id, server.as('bot').account.user_id];
    baselineOf = baselines({ message, gone, kept: keptMessage, field, queue, user, bot, hold });
  });
  after(async () => {
    kept.close();
    await server.stop();
  });

  const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

  /** `sent`: names and encoded values, in order. */
  async function call({ method, path, body, raw }: AnyEndpoint, sent: readonly (readonly [string, string])[]) {
    const { email, api_key } = server.as('owner').account;
    const inPath = path.replace(/:(\w+)/g, (_, name) => sent.find(([known]) => known === name)?.[1] ?? '0');
    const rest = sent.filter(([name]) => !path.includes(`:${name}`)).map(([name, value]) => `${name}=${value}`);
    const form = body === 'json' ? [...rest, `api_key=${api_key}`].join('&') : rest.join('&');
    const inQuery = method === 'GET' || body === 'json';
    const sentBody = body === 'json' ? JSON.stringify(payload) : inQuery ? undefined : form;
    const { status, text } = await kept.ask({
      method,
      path: `/api/v1${inPath}${inQuery && form !== '' ? `?${form}` : ''}`,
      headers: {
        Authorization: basic(`${email}:${api_key}`),
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-GitHub-Event': 'ping',
        'X-Gitlab-Event': 'Push Hook',
        'Sentry-Hook-Resource': 'installation',
      },
      ...(sentBody === undefined ? {} : { body: sentBody }),
    });
    // Some answers are no JSON.
    const isJson = text.startsWith('{') && !(raw && status === 200);
    const json = isJson ? JSON.parse(text) : { result: 'success', msg: '' };
    return { status, text, json: json as Record<string, unknown> };
  }

  const encoded = (value: unknown): string => {
    const actual: unknown = typeof value === 'function' ? value() : value;
    return encodeURIComponent(typeof actual === 'string' ? actual : JSON.stringify(actual));
  };
  const others = (endpoint: AnyEndpoint, name: string): [string, string][] =>
    Object.entries(baselineOf[keyOf(endpoint)] ?? {})
      .filter(([known]) => known !== name && known !== endpoint.aliases?.[name])
      .map(([known, value]) => [known, encoded(value)]);

  /** Sends the parameters and checks what must be true of every answer. */
  async function holds(endpoint: AnyEndpoint, name: string, value?: string) {
    const about = `${keyOf(endpoint)} ${name}=${value?.slice(0, 200)}`;
    const names = [name, endpoint.aliases?.[name] ?? name];
    for (let attempt = 1; ; attempt += 1) {
      const sent = [...others(endpoint, name), ...(value === undefined ? [] : [[name, value] as const])];
      const before = server.appended;
      const { status, json, text } = await call(endpoint, sent);
      expect(json.msg, about).to.be.a('string');
      if (status === 200 || status === 202) return expect(json.result, about).to.equal('success');
      // Guesses are limited.
      if (status === 429) return expect(endpoint.id, text).to.be.oneOf(guessed);
      expect(status, `${about}: ${text}`).to.be.oneOf([400, 401, 403, 404]);
      expect(json.result, about).to.equal('error');
      expect(
        names.some((one) => named(json, one)),
        `${about}: ${text}`,
      ).to.equal(true);
      // An access is recorded before its result is known, and so is a refused sign-in.
      if (endpoint.privileged || endpoint.path === '/fetch_api_key' || server.appended === before) return undefined;
      // A policy may have appended an event about an earlier call in between. One attempt must append nothing.
      expect(attempt, `${about} was refused and written`).to.be.below(10);
    }
  }

  const named = ({ msg, var_name }: Record<string, unknown>, name: string): boolean =>
    var_name === name || String(msg).includes(name) || (words[name]?.test(String(msg)) ?? false);

  it('is tested on every endpoint', () => {
    expect(endpoints.map(keyOf).sort()).to.deep.equal(Object.keys(baselineOf).sort());
  });

  for (const endpoint of endpoints) {
    const names = [...Object.keys(endpoint.parameters.shape), ...Object.keys(endpoint.aliases ?? {})];
    for (const [index, name] of names.entries())
      it(`${keyOf(endpoint)}: ${name}`, async () => {
        const baseline = baselineOf[keyOf(endpoint)]?.[name];
        const nested = typeof baseline === 'object' ? malformedJson(baseline).map(encodeURIComponent) : [];
        // Parameters of a kind are read by the same code. Each is tested with some of the values; which of them follows from the seed.
        const everyNth = (values: readonly string[], nth: number) =>
          values.filter((_, at) => (at + index + seed) % nth === 0);
        const some = [...everyNth(malformedValues, baseline === undefined ? 22 : 13), ...everyNth(nested, 17)];
        for (const value of some)
          if (!(endpoint.path.includes(`:${name}`) && value === '')) await holds(endpoint, name, value);
        await holds(endpoint, name);
        // All parameters are counted by the same code.
        if ((index + seed) % 4 === 0 && !endpoint.path.includes(`:${name}`)) {
          const twice = await call(endpoint, [...others(endpoint, name), [name, 'a'], [name, 'a']]);
          expect([twice.status, twice.json.msg]).to.deep.equal([400, `${name} was sent twice`]);
        }
      });
  }
});
