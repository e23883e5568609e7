import { expect } from 'chai';
import { VerbatimClient } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import { account, failed, fakeServer, ok, type Scripted } from './fake-server.ts';

const asking = (...script: Scripted[]) => {
  const server = fakeServer(script);
  return { ...server, client: new VerbatimClient(account, server.settings) };
};
const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
const noNetwork = new TypeError('fetch failed');

describe('the client', () => {
  it('puts parameters into the path, the query and the form: strings as they are, others as JSON', async () => {
    const { client, sent } = asking(ok(), ok());
    await client.get('/messages/{message_id}/history', { message_id: 7, narrow: [['is', 'private']], none: undefined });
    await client.post('/messages', { content: 'ü & "x"', to: [1], queue: true });
    expect(sent.map(({ method, path, form }) => ({ method, path, form }))).to.deep.equal([
      { method: 'GET', path: '/messages/7/history', form: { client: 'VerbatimClient', narrow: '[["is","private"]]' } },
      {
        method: 'POST',
        path: '/messages',
        form: { client: 'VerbatimClient', content: 'ü & "x"', to: '[1]', queue: 'true' },
      },
    ]);
    expect(sent[0]?.headers.get('authorization')).to.equal(
      `Basic ${Buffer.from('bot@chat.example:key').toString('base64')}`,
    );
  });

  it('does not send its name as a parameter if that parameter is a filter', async () => {
    const { client, sent } = asking(ok(), ok());
    await client.get('/audit/events');
    await client.get('/audit/events/counts', { client: 'website' });
    expect(sent.map(({ form }) => form)).to.deep.equal([{}, { client: 'website' }]);
  });

  it('throws the error of the API, even if the answer is not JSON', async () => {
    const { client } = asking(failed(400, { code: 'BAD_NARROW', desc: 'x' }), { status: 404, body: '<html>' });
    const error = await failure(client.get('/messages'));
    expect(error)
      .to.be.instanceOf(ApiError)
      .and.to.deep.include({ status: 400, code: 'BAD_NARROW', message: 'refused' });
    expect((error as ApiError).body).to.include({ desc: 'x' });
    expect(await failure(client.get('/messages'))).to.deep.include({ status: 404, code: undefined });
  });

  it('repeats reads after every failure, with a pause that doubles', async () => {
    const troubles = [
      noNetwork,
      failed(503),
      failed(502),
      { status: 504, body: '<html>' },
      failed(429, {}, { 'retry-after': '7' }),
    ];
    const { client, waits } = asking(...troubles, ok({ id: 1 }));
    expect(await client.get('/users/me')).to.include({ id: 1 });
    expect(waits).to.deep.equal([250, 500, 1000, 2000, 7000]);
  });

  it('repeats writes only if nothing was carried out', async () => {
    const { client, waits } = asking(failed(429, {}, { 'retry-after': '1' }), ok(), failed(503), noNetwork);
    await client.post('/messages', { content: 'x' });
    expect(waits).to.deep.equal([1000]);
    expect(await failure(client.patch('/messages/{message_id}', { message_id: 1 }))).to.include({ status: 503 });
    expect(await failure(client.delete('/messages/{message_id}', { message_id: 1 }))).to.equal(noNetwork);
  });

  it('sends a message under one key until it is answered', async () => {
    const { client, sent } = asking(noNetwork, failed(503), ok({ id: 5 }), ok({ id: 6 }));
    expect(await client.send({ content: 'x' })).to.include({ id: 5 });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).to.equal(1);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    await client.send({ content: 'x' }, { idempotencyKey: 'mine' });
    expect(sent.at(-1)?.headers.get('idempotency-key')).to.equal('mine');
  });

  it('stops after its time limit, and when it is aborted', async () => {
    const { client, waits } = asking(failed(503), failed(503), failed(503), failed(503));
    expect(await failure(client.get('/streams', {}, { patienceMs: 1000 }))).to.include({ status: 503 });
    expect(waits).to.deep.equal([250, 500]);
    const stopped = AbortSignal.abort();
    expect(await failure(client.get('/streams', {}, { signal: stopped }))).to.include({ status: 503 });
    expect(waits).to.have.length(2);
  });

  it('aborts a request that takes too long', async () => {
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { settings } = fakeServer([never, ok({ id: 1 })]);
    const client = new VerbatimClient(account, { ...settings, timeoutMs: 1 });
    expect(await client.get('/users/me')).to.include({ id: 1 });
  });
});
