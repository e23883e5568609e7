/** One POST to a bot's server, over real HTTP. */
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Post, postJson } from '../../src/webhooks/post-json.ts';
import { type BotServer, botServer } from './bot-server.ts';

const never = new AbortController().signal;
const post = (url: string, more: Partial<Post> = {}): Post => ({
  url,
  body: '{"data":"ä"}',
  headers: { 'Content-Type': 'application/json', 'User-Agent': 'test/1' },
  toPrivateAddresses: true,
  ...more,
});

describe('a POST to a bot’s server', () => {
  let server: BotServer | undefined;
  const serve = async (answer: RequestListener): Promise<BotServer> => {
    server = await botServer(answer);
    return server;
  };
  afterEach(() => server?.close());

  it('sends the body and the headers, and returns the answer', async () => {
    const { url, received } = await serve((_request, response) => response.writeHead(201).end('{"content":"ö"}'));
    const posted = await postJson()(post(url), never);
    expect(posted).to.deep.equal({ kind: 'answered', status: 201, body: Buffer.from('{"content":"ö"}') });
    expect(received).to.have.length(1);
    expect(received[0]).to.deep.include({ method: 'POST', body: '{"data":"ä"}' });
    expect(received[0]?.headers).to.include({
      'content-type': 'application/json',
      'user-agent': 'test/1',
      'content-length': '13',
    });
  });

  it('takes a redirect as the answer', async () => {
    const { url, received } = await serve((_request, response) =>
      response.writeHead(307, { Location: '/other' }).end(),
    );
    expect(await postJson()(post(url), never)).to.deep.equal({ kind: 'answered', status: 307, body: Buffer.alloc(0) });
    expect(received).to.have.length(1);
  });

  it('does not read an endless answer', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(1000)));
        if (response.writable) response.once('drain', more);
      };
      more();
    });
    const posted = await postJson({ answerMsMax: 10_000, bodyBytesMax: 5000 })(post(url), never);
    expect(posted).to.deep.equal({ kind: 'answered', status: 200, body: undefined });
  });

  it('takes interimAnswersMax interim answers before the answer, and no more', async () => {
    const { url } = await serve((request, response) => {
      for (let count = 0; count < Number(request.headers.interim); count += 1) response.writeProcessing();
      response.end('said');
    });
    const posted = (count: number) => postJson()(post(url, { headers: { interim: String(count) } }), never);
    expect(await posted(limits.interimAnswersMax)).to.include({ kind: 'answered', status: 200 });
    expect(await posted(limits.interimAnswersMax + 1)).to.deep.equal({
      kind: 'unreachable',
      why: 'too many interim answers',
    });
  });

  it('reads an answer of exactly the limit (sinkAnswerBytesMax, botAnswerBytesMax)', async () => {
    const { url } = await serve((_request, response) => response.writeHead(200).end('x'.repeat(5000)));
    const posted = await postJson({ answerMsMax: 10_000, bodyBytesMax: 5000 })(post(url), never);
    expect(posted).to.deep.equal({ kind: 'answered', status: 200, body: Buffer.from('x'.repeat(5000)) });
  });

  const silent: Readonly<Record<string, RequestListener>> = {
    'that does not answer': () => undefined,
    'that begins to answer and stops': (_request, response) => response.writeHead(200).write('{"content"'),
  };
  for (const [name, answer] of Object.entries(silent))
    it(`gives up on a server ${name} (sinkAnswerMsMax, botAnswerMsMax)`, async () => {
      const { url } = await serve(answer);
      const posted = await postJson({ answerMsMax: 50, bodyBytesMax: 5000 })(post(url), never);
      expect(posted).to.deep.equal({ kind: 'unreachable', why: 'no answer within 0.05 s' });
    });

  it('reports why there was no connection', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    expect(await postJson()(post(url), never)).to.deep.equal({ kind: 'unreachable', why: 'ECONNREFUSED' });
  });

  it('reports that the connection broke, before the answer or in the middle of it', async () => {
    for (const begin of ['', '{"content"']) {
      const { url, close } = await serve((_request, response) => {
        if (begin === '') response.destroy();
        else response.writeHead(200).write(begin, () => response.destroy());
      });
      expect(await postJson()(post(url), never)).to.deep.equal({ kind: 'unreachable', why: 'ECONNRESET' });
      await close();
    }
  });

  it('counts a server that switches to another protocol as unreachable', async () => {
    const { url } = await serve((request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    expect(await postJson()(post(url), never)).to.deep.equal({ kind: 'unreachable', why: 'no answer' });
  });

  it('throws when the process stops', async () => {
    const stop = new AbortController();
    const { url } = await serve(() => stop.abort(new Error('stopping')));
    const outcome = await postJson()(post(url), stop.signal).catch((error: Error) => error.message);
    expect(outcome).to.equal('stopping');
  });

  it('reaches no private address, literal or by name, unless allowed', async () => {
    const { url, received } = await serve((_request, response) => response.end());
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '[fe80::1]'])
      expect(
        await postJson()(post(`http://${host}:${port}/`, { toPrivateAddresses: false }), never),
        host,
      ).to.deep.equal({
        kind: 'forbidden',
      });
    expect(received).to.deep.equal([]);
  });

  it('reaches a private address by name if allowed', async () => {
    const { url } = await serve((_request, response) => response.end('{}'));
    const posted = await postJson()(post(url.replace('127.0.0.1', 'localhost')), never);
    expect(posted).to.deep.include({ kind: 'answered', status: 200 });
  });
});
