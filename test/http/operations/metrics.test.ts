import { request } from 'node:http';
import { expect } from 'chai';
import { openMetrics } from '../../../src/http/operations/metrics.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { embedded } from '../../support/test-stores.ts';

/** The value of a series, by its name and labels as written in the text. */
const sample = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const scraped = async (server: TestServer): Promise<string> => (await fetch(`${server.base}/metrics`)).text();

/** GET /metrics with given headers. */
const statusWith = (server: TestServer, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${server.base}/metrics`, { headers }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve(incoming.statusCode));
    })
      .on('error', reject)
      .end();
  });

describe('metrics', () => {
  it('count the events reported by the engine and the adapters', async () => {
    const metrics = openMetrics();
    metrics.instruments.appended('ok', 3);
    metrics.instruments.appended('ok', 1);
    metrics.instruments.appended('conflict', 1);
    metrics.instruments.inDoubtResolved('written');
    metrics.instruments.subscriptionDropped();
    const text = await metrics.text();
    expect(sample(text, 'verbatim_appends_total{outcome="ok"}')).to.equal(2);
    expect(sample(text, 'verbatim_appends_total{outcome="conflict"}')).to.equal(1);
    expect(sample(text, 'verbatim_appends_total{outcome="too-large"}')).to.equal(0);
    expect(sample(text, 'verbatim_appended_events_total')).to.equal(4);
    expect(sample(text, 'verbatim_appends_in_doubt_resolved_total{outcome="written"}')).to.equal(1);
    expect(sample(text, 'verbatim_appends_in_doubt_resolved_total{outcome="not-written"}')).to.equal(0);
    expect(sample(text, 'verbatim_subscription_drops_total')).to.equal(1);
  });

  it('of two servers in one process do not mix', async () => {
    const [one, other] = [openMetrics(), openMetrics()];
    one.instruments.appended('ok', 1);
    expect(sample(await other.text(), 'verbatim_appends_total{outcome="ok"}')).to.equal(0);
  });

  it('name the users who cost most in the last minute, and none of the minute before', async () => {
    const { costs, text } = openMetrics();
    const minute = 60_000;
    const now = performance.now();
    costs.add(2 as RealmId, 7 as UserId, now - minute, 1500, 10, 20);
    const shown = await text();
    const labels = '{realm="2",user="7"}';
    expect(sample(shown, `verbatim_top_user_requests${labels}`)).to.equal(1);
    expect(sample(shown, `verbatim_top_user_received_bytes${labels}`)).to.equal(10);
    expect(sample(shown, `verbatim_top_user_answered_characters${labels}`)).to.equal(20);
    expect(sample(shown, `verbatim_top_user_seconds${labels}`)).to.equal(1.5);
    costs.add(2 as RealmId, 8 as UserId, now - minute / 2, 1, 0, 0);
    costs.lastMinute(performance.now() + minute);
    expect(await text()).to.not.include('user="7"');
  });

  it('count clients that disconnected, and requests without an endpoint', async () => {
    const { answered, text } = openMetrics();
    answered(undefined, 404, 0.01);
    answered({ method: 'GET', path: '/api/v1/events' }, 0, 3);
    const shown = await text();
    const count = 'verbatim_request_duration_seconds_count';
    expect(sample(shown, `${count}{method="any",route="none",status="4xx"}`)).to.equal(1);
    expect(sample(shown, `${count}{method="GET",route="/api/v1/events",status="gone"}`)).to.equal(1);
  });
});

describe('metrics over HTTP', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ ...embedded, VERBATIM_REQUESTS_PER_MINUTE_MAX: '12' });
  });
  after(() => server.stop());

  it('are in the Prometheus text format', async () => {
    const response = await fetch(`${server.base}/metrics`);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    for (const line of (await response.text()).split('\n'))
      expect(line).to.match(/^(# (HELP|TYPE) .+|[a-zA-Z_:][\w:]*(\{([a-z]+="[^"]*",?)+\})? [-+.\deNaInf]+)?$/);
  });

  it('cover messages, queues, polls, read models and this process', async () => {
    const before = await scraped(server);
    const member = server.as('member');
    await member.post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'c' });
    const { body } = await member.post('/register', { event_types: ['message'] });
    const queue = { queue_id: body.queue_id, last_event_id: body.last_event_id };
    const waiting = member.get('/events', queue);
    // The read models and the policies follow the log; in a process that has run other tests, a poll may be faster.
    const followed = [
      'verbatim_read_model_lag_events{model="messages"}',
      'verbatim_read_model_lag_seconds{model="feed"}',
      'verbatim_unfinished_policy_actions',
    ];
    const isSettled = (shown: string): boolean =>
      sample(shown, 'verbatim_waiting_polls') === 1 && followed.every((series) => sample(shown, series) === 0);
    let text = await scraped(server);
    while (!isSettled(text)) text = await scraped(server);
    const more = (series: string): number => (sample(text, series) ?? 0) - (sample(before, series) ?? 0);
    // The ledger may be sealed meanwhile.
    expect(more('verbatim_appends_total{outcome="ok"}')).to.be.least(2);
    expect(more('verbatim_appended_events_total')).to.be.least(2);
    expect(more('verbatim_events_folded_total')).to.be.least(2);
    expect(more('verbatim_log_position')).to.be.least(2);
    expect(sample(text, 'verbatim_unsealed_events')).to.be.least(0);
    expect(sample(text, 'verbatim_ledgers_refused')).to.equal(0);
    expect(more('verbatim_event_queues')).to.equal(1);
    expect(more('verbatim_read_model_position{model="messages"}')).to.be.greaterThan(0);
    expect(sample(text, 'verbatim_ready{part="event_log"}')).to.equal(1);
    expect(sample(text, 'process_resident_memory_bytes')).to.be.greaterThan(0);
    await member.post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'c' });
    await waiting;
  });

  it('label requests by declared path, so that the number of series is bounded', async () => {
    const member = server.as('owner');
    for (const id of [1, 2, 3]) await member.get(`/messages/${id}`);
    await member.get('/no/such/path');
    await fetch(`${server.base}/anything`, { method: 'PROPFIND' });
    const text = await scraped(server);
    const count = 'verbatim_request_duration_seconds_count';
    expect(sample(text, `${count}{method="GET",route="/api/v1/messages/:message_id",status="2xx"}`)).to.equal(2);
    expect(sample(text, `${count}{method="GET",route="/api/v1/messages/:message_id",status="4xx"}`)).to.equal(1);
    expect(sample(text, `${count}{method="any",route="none",status="4xx"}`)).to.equal(2);
    expect(text).not.to.match(/route="[^"]*\/messages\/[0-9]/);
  });

  it('contain no address, name, key, topic or content', async () => {
    const { account, get, post } = server.as('guest');
    await post('/messages', { type: 'stream', to: 'general', topic: 'hush-topic', content: 'hush-content' });
    await get('/users', { client: 'hush-client', unknown: 'hush-parameter' });
    await get(`/users/${account.email}/hush-path`);
    const text = await scraped(server);
    for (const word of ['hush', account.email, account.api_key, account.full_name]) expect(text).not.to.contain(word);
  });

  it('count requests beyond the limit', async () => {
    const spare = server.as('spare');
    let limited = 0;
    for (let turn = 0; turn < 15; turn += 1) if ((await spare.get('/users/me')).status === 429) limited += 1;
    expect(limited).to.equal(3);
    expect(sample(await scraped(server), 'verbatim_requests_rate_limited_total')).to.equal(3);
  });
});

describe('access to metrics', () => {
  const shown: [string, Record<string, string>, number][] = [
    ['development', {}, 200],
    ['all, through a proxy', { VERBATIM_METRICS: 'all' }, 200],
    ['private, from this host', { VERBATIM_METRICS: 'private' }, 200],
    ['off', { VERBATIM_METRICS: 'off' }, 404],
  ];
  for (const [name, env, status] of shown)
    it(`${name}: ${status}`, async () => {
      const server = await startServer(env);
      const headers: Record<string, string> = name.includes('proxy') ? { 'X-Forwarded-For': '203.0.113.9' } : {};
      expect(await statusWith(server, headers)).to.equal(status);
      await server.stop();
    });

  it('production: only local clients, and none through a proxy', async () => {
    const server = await startServer({ VERBATIM_MODE: 'production' });
    expect(await statusWith(server, {})).to.equal(200);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
      expect(await statusWith(server, { [header]: '127.0.0.1' }), header).to.equal(403);
    await server.stop();
  });
});
