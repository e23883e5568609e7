import { expect } from 'chai';
import { type HealthSources, healthOf, notReady } from '../../../src/http/operations/health.ts';
import { runningServer } from '../../support/server.ts';

/** Health sources with the given state. */
function sourcesWith(own: Partial<HealthSources> = {}): HealthSources {
  return {
    log: { tail: async () => 7 },
    store: { checkpoint: async () => undefined },
    position: () => 7,
    lagMs: () => 0,
    isBuilding: () => false,
    models: () => ({}),
    ...own,
  };
}
const limits = { answerMs: 20, lagMs: 0 };
const never = (): Promise<never> => new Promise(() => undefined);

describe('health', () => {
  it('is ready when the stores answer and nothing lags', async () => {
    const health = await healthOf(sourcesWith())();
    expect(health.parts).to.deep.equal({ event_log: 'ok', follower: 'ok', read_store: 'ok', read_models: 'ok' });
    expect(notReady(health)).to.deep.equal([]);
  });

  it('names the store that fails, without the cause', async () => {
    const failing = async (): Promise<never> => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:2113');
    };
    const log = await healthOf(sourcesWith({ log: { tail: failing } }))();
    expect([notReady(log), log.parts.event_log]).to.deep.equal([['event_log'], 'out of reach']);
    const store = await healthOf(sourcesWith({ store: { checkpoint: failing } }))();
    expect([notReady(store), store.parts.read_store]).to.deep.equal([['read_store'], 'out of reach']);
  });

  it('does not wait for a store that does not answer', async () => {
    const health = await healthOf(sourcesWith({ log: { tail: never } }), limits)();
    expect([notReady(health), health.parts.event_log]).to.deep.equal([['event_log'], 'no answer within 20 ms']);
  });

  it('is not ready while the follower is behind the known end of the log', async () => {
    let position = 6;
    let now = 0;
    const health = healthOf(sourcesWith({ position: () => position, now: () => now }));
    expect(notReady(await health())).to.deep.equal([]);
    now = 11_000;
    const late = await health();
    expect([notReady(late), late.parts.follower]).to.deep.equal([['follower'], '11 s behind']);
    position = 7;
    expect(notReady(await health())).to.deep.equal([]);
    now = 60_000;
    expect(notReady(await health())).to.deep.equal([]);
  });

  it('is not ready while the read models are too far behind', async () => {
    let lag = 10_000;
    const health = healthOf(sourcesWith({ lagMs: () => lag }));
    expect(notReady(await health())).to.deep.equal([]);
    lag = 12_400;
    const { parts } = await health();
    expect(parts.read_models).to.equal('12 s behind');
  });

  it('names the read models that failed for an organization; it is ready, because the others answer', async () => {
    const models = { messages: { version: 1, behind: { 3: 17 } }, users: { version: 2 } };
    const health = await healthOf(sourcesWith({ models: () => models }))();
    expect(health.behind).to.deep.equal([{ model: 'messages', realm_id: 3 }]);
    expect(notReady(health)).to.deep.equal([]);
  });

  it('shares one check between concurrent requests', async () => {
    let asked = 0;
    const tail = async () => {
      asked += 1;
      return 7;
    };
    const health = healthOf(sourcesWith({ log: { tail } }));
    await Promise.all([health(), health(), health()]);
    expect(asked).to.equal(1);
    await health();
    expect(asked).to.equal(2);
  });
});

describe('health over HTTP', () => {
  const server = runningServer();

  it('GET /api/v1/generate_204 answers nothing, with any credentials and with none', async () => {
    for (const headers of [undefined, { Authorization: 'Basic x' }]) {
      const response = await fetch(`${server.base}/api/v1/generate_204`, headers && { headers });
      expect([response.status, await response.text()]).to.deep.equal([204, '']);
    }
  });

  it('GET /health/live: the process serves', async () => {
    const response = await fetch(`${server.base}/health/live`);
    expect([response.status, await response.json()]).to.deep.equal([
      200,
      { result: 'success', msg: '', status: 'live' },
    ]);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('cache-control')).to.contain('no-store');
  });

  it('GET /health/ready: every part is ready', async () => {
    const response = await fetch(`${server.base}/health/ready?x=y`);
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({
      result: 'success',
      msg: '',
      status: 'ready',
      parts: { event_log: 'ok', follower: 'ok', read_store: 'ok', read_models: 'ok' },
      behind: [],
      failing: [],
      unsealed: [],
    });
  });

  it('HEAD is GET without a body; anything else is a 405', async () => {
    const head = await fetch(`${server.base}/health/ready`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const post = await fetch(`${server.base}/health/ready`, { method: 'POST', body: 'x=y' });
    expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    expect(await post.json()).to.include({ result: 'error', msg: 'Method Not Allowed' });
  });

  for (const path of ['/health', '/health/', '/health/ready/', '/healthy', '/api/v1/health/ready', '/__proto__'])
    it(`${path} is not found`, async () => {
      const response = await fetch(`${server.base}${path}`);
      expect([response.status, await response.json()]).to.deep.equal([
        404,
        { result: 'error', msg: 'Not Found', code: 'NOT_FOUND' },
      ]);
    });
});
