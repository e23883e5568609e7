/** Answers written in one go: byte for byte what Node makes of them, and the connection goes on. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { SharedText } from '../../../src/define/shared-text.ts';
import { echo } from '../echo.ts';
import { type App, exchange, startApp } from '../stub-app.ts';

const texts: Readonly<Record<string, string>> = {
  empty: '',
  ascii: 'plain',
  latin: 'é',
  wide: '漢字 😀',
  long: 'x'.repeat(20_000),
  'long-wide': '😀é'.repeat(5_000),
};
const id = '0123456789abcdef0123456789abcdef';

/** Gives the text of that name; `/shared`, as what several answers end with. */
const endpoints = [
  echo('GET', '/texts/:name', z.object({ name: z.string() }), {
    handle: async ({ parameters }) => ({ body: `${texts[parameters.name as string]}\n` }),
  }),
  echo('GET', '/shared/:name', z.object({ name: z.string() }), {
    handle: async ({ parameters }) => {
      const text = texts[parameters.name as string] ?? '';
      return { body: text, shared: new SharedText(`${text}\n`) };
    },
  }),
];

const asked = (path: string, version: string, connection: string): string =>
  `GET /api/v1/${path} HTTP/${version}\r\nHost: x\r\nX-Request-Id: ${id}\r\nConnection: ${connection}\r\n\r\n`;

/** Head and body of each of the answers. */
function parts(replies: string): { head: string[]; body: string }[] {
  const all = [];
  for (let rest = Buffer.from(replies); rest.length > 0; ) {
    const at = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, at).toString();
    const end = at + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    all.push({ head: head.split('\r\n').sort(), body: rest.subarray(at + 4, end).toString() });
    rest = rest.subarray(end);
  }
  return all;
}

const dateless = (head: readonly string[]): string[] => head.map((line) => line.replace(/^Date: .+ GMT$/, 'Date'));

describe('an answer written in one go', () => {
  let app: App;
  before(async () => {
    app = await startApp(endpoints);
  });
  after(() => app.close());

  for (const [name, text] of Object.entries(texts))
    for (const path of [`texts/${name}`, `shared/${name}`])
      it(`is what Node writes: ${path}`, async () => {
        // Node answers HTTP/1.0, and what closes its connection.
        const nodes = parts(await exchange(app, asked(path, '1.0', 'keep-alive') + asked(path, '1.0', 'close')));
        const [ours, last] = parts(await exchange(app, asked(path, '1.1', 'keep-alive') + asked(path, '1.1', 'close')));
        expect(dateless(ours?.head ?? [])).to.deep.equal(dateless(nodes[0]?.head ?? []));
        expect([ours?.body, last?.body]).to.deep.equal(nodes.map(({ body }) => body));
        expect(ours?.body).to.equal(path.startsWith('shared') ? `${text}${text}\n` : `${text}\n`);
        expect(last?.head).to.include('Connection: close');
      });

  it('comes in its turn among others, however many are asked for in one go', async () => {
    const names = Object.keys(texts);
    const many = Array.from({ length: 40 }, (_, number) => names[number % names.length] ?? '');
    const requests = many.map((name, number) =>
      asked(`${number % 2 ? 'texts' : 'shared'}/${name}`, '1.1', 'keep-alive'),
    );
    const got = parts(await exchange(app, requests.join('') + asked('texts/ascii', '1.1', 'close')));
    const wanted = many.map((name, number) => `${number % 2 ? '' : texts[name]}${texts[name]}\n`);
    expect(got.map(({ body }) => body)).to.deep.equal([...wanted, 'plain\n']);
  });

  it('ends with its connection where the client has gone', async () => {
    const socket = connect(app.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(asked('texts/long', '1.1', 'keep-alive').repeat(3));
    await once(socket, 'data');
    socket.resetAndDestroy();
    expect(parts(await exchange(app, asked('texts/ascii', '1.1', 'close')))[0]?.body).to.equal('plain\n');
    expect(app.logged).to.deep.equal([]);
  });
});
