/** The log of requests: enough to find a request again, but no content, parameter, address, name or key. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { serviceLogger } from '../../src/cli/service-logger.ts';
import { raw } from '../../src/http/request/parameters.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { type Http, startHttp } from '../../src/http/server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { echo } from './echo.ts';

const mark = 'hushhush';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Errors that quote user input, as those of Node and of libraries do. */
const quoting: readonly ((text: string) => unknown)[] = [
  (text) => JSON.parse(text),
  (text) => new URL(text),
  (text) => Object.fromEntries([text] as never),
  (text) => BigInt(text),
  (text) => {
    throw new Error(`line one\n    at ${text} (file:///x.ts:1:1)\n    at ${text}`, { cause: new TypeError(text) });
  },
  (text) => {
    throw Object.assign(new Error('it'), { input: text, code: text, errors: [text] });
  },
  (text) => z.object({ a: z.literal('b') }).parse({ a: text, [text]: text }),
  (text) => {
    throw text;
  },
];

const throwing = echo('POST', '/throws', z.object({ which: raw(), content: raw() }), {
  access: 'user',
  handle: async ({ parameters }) => {
    quoting[Number(parameters.which)]?.(String(parameters.content));
    return {};
  },
});

describe('the log', () => {
  const lines: string[] = [];
  const logger = serviceLogger('debug', { write: (line) => void lines.push(line) });
  let server: TestServer;
  let http: Http;
  let base: string;

  before(async () => {
    server = await startServer({ VERBATIM_LOG_LEVEL: 'debug', VERBATIM_TRUSTED_PROXIES: '127.0.0.1' }, { logger });
    http = await startHttp([...endpoints, throwing], server.application.services, logger, {
      watch: server.application.watch,
    });
    base = `http://127.0.0.1:${http.port}/api/v1`;
    lines.length = 0;
  });
  after(async () => {
    await http.close();
    await server.stop();
  });
  afterEach(() => {
    lines.length = 0;
  });

  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const authorization = ({ email, api_key } = server.as('member').account) =>
    `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const ask = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}, method?: string) =>
    fetch(`${base}${path}`, {
      method: method ?? (form ? 'POST' : 'GET'),
      headers: { authorization: authorization(), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });

  it('has a line at debug for each request: its declared path, its id, the answer and the time it took', async () => {
    const response = await ask('/messages', { type: 'stream', to: 'general', topic: 't', content: 'c' });
    const [line] = parsed();
    expect(line).to.include({ level: 20, msg: 'answered', method: 'POST', route: '/messages', status: 200, realm: 1 });
    expect(line).to.include({ requestId: response.headers.get('x-request-id'), user: 5 });
    expect(line?.ms).to.be.a('number');
    expect(lines).to.have.length(1);
  });

  it('gives every answer a request id, also without an endpoint', async () => {
    const answers = [
      await ask('/users/me'),
      await ask('/no/such/path'),
      await ask('/messages', { content: 'x' }),
      await ask('/users/me', undefined, {}, 'OPTIONS'),
      await ask('/users/me', {}, {}, 'PATCH'),
      await ask('/throws', { which: '0', content: mark }),
      await fetch(`http://127.0.0.1:${http.port}/health/live`),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).to.match(uuid);
    expect(new Set(ids)).to.have.property('size', answers.length);
  });

  it('keeps a request id in the answer, the log and the events if a trusted proxy sends it and its form allows no free text', async () => {
    for (const id of ['0123abcd-0123-4567-89ab-0123456789ab', '0123456789abcdef0123456789abcdef']) {
      const kept = await ask('/users/me', undefined, { 'X-Request-Id': id });
      expect(kept.headers.get('x-request-id')).to.equal(id);
      expect(parsed().at(-1)).to.include({ requestId: id });
      const message = { type: 'stream', to: 'general', topic: 't', content: 'c' };
      const sent = (await (await ask('/messages', message, { 'X-Request-Id': id })).json()) as { id: number };
      const [event] = await server.application.log.readStream(`message-1.${sent.id}`);
      expect(event?.metadata).to.include({ requestId: id });
    }
    const { services } = server.application;
    const config = { ...services.config, trustedProxies: ['10.0.0.0/8'] };
    const other = await startHttp(endpoints, { ...services, config }, logger, {});
    const headers = { 'X-Request-Id': '0123456789abcdef0123456789abcdef' };
    const answer = await fetch(`http://127.0.0.1:${other.port}/api/v1/server_settings`, { headers });
    await other.close();
    expect(answer.headers.get('x-request-id')).to.match(uuid);
    for (const id of [mark, server.as('member').account.api_key, `${mark}-0123-4567-89ab-0123456789ab`, ''])
      expect((await ask('/users/me', undefined, { 'X-Request-Id': id })).headers.get('x-request-id')).to.match(uuid);
  });

  it('has a line at error for each error: its type, its origin and the request id of the answer', async () => {
    for (const [which] of quoting.entries()) {
      lines.length = 0;
      const response = await ask('/throws', { which: String(which), content: mark });
      expect(response.status).to.equal(500);
      const failed = parsed().find(({ level }) => level === 50);
      expect(failed).to.include({ msg: 'a request failed', requestId: response.headers.get('x-request-id') });
      expect(failed).to.include({ method: 'POST', route: '/throws', user: 5 });
      expect(lines.join('')).not.to.contain(mark);
      if (which === quoting.length - 1) expect(failed?.err).to.deep.equal({ type: 'string' });
      else expect(JSON.stringify(failed?.err)).to.contain('logs.test.ts');
    }
  });

  it('contains no content, topic, name, address, parameter, header or key, whatever is sent', async () => {
    const { account } = server.as('member');
    const bot = server.as('webhook_bot').account;
    const secrets = [mark, account.api_key, account.email, bot.api_key, account.full_name, authorization()];
    const nasty: Record<string, string>[] = [
      { type: 'stream', to: 'general', topic: mark, content: mark },
      { type: 'stream', to: mark, topic: mark, content: mark },
      { type: 'private', to: `["${mark}@dev.example"]`, content: mark },
      { type: mark, to: `[${mark}`, topic: mark, content: `\0${mark}` },
      { type: 'stream', to: 'general', topic: mark.repeat(20), content: mark.repeat(2_000) },
      { method: mark, client: mark, queue_id: mark, local_id: mark, [mark]: mark },
    ];
    for (const form of nasty) await ask('/messages', form);
    await ask(`/messages?narrow=[["${mark}",1]]&anchor=${mark}&num_before=1&num_after=1`);
    await ask(
      `/messages?anchor=newest&num_before=1&num_after=1&narrow=${encodeURIComponent(`[["search","${mark}"]]`)}`,
    );
    await ask(`/users/${account.email}`);
    await ask(`/${mark}/${mark}?api_key=${account.api_key}`);
    await ask(`/events?queue_id=${mark}&last_event_id=-1`);
    await ask(`/external/helloworld?api_key=${bot.api_key}&topic=${mark}`, { [mark]: mark });
    await ask(`/external/helloworld?api_key=${mark}`, {});
    await ask('/users/me', undefined, { 'User-Agent': mark, 'X-Mark': mark, Referer: mark, Cookie: mark });
    await ask('/users/me', undefined, { authorization: `Basic ${Buffer.from(`${mark}:${mark}`).toString('base64')}` });
    await ask('/users/me', undefined, { authorization: mark });
    await ask('/messages', undefined, { 'Content-Type': `multipart/form-data; boundary=${mark}` }, 'POST');
    await ask('/users/me/subscriptions', {
      subscriptions: `[{"name":"${mark}","description":"${mark}"}]`,
      announce: 'true',
    });
    await ask('/bots', { full_name: mark, short_name: mark, bot_type: '1' });
    for (const [which] of quoting.entries()) await ask('/throws', { which: String(which), content: mark });
    for (const bytes of [`${mark} / HTTP/1.1\r\n\r\n`, `GET /${mark} HTTP/1.1\r\n${mark}\r\n\r\n`]) {
      const socket = connect(http.port, '127.0.0.1').resume();
      socket.end(bytes);
      await once(socket, 'close');
    }
    expect(lines.length).to.be.greaterThan(20);
    const all = lines.join('');
    for (const secret of secrets) expect(all).not.to.contain(secret);
  });
});
