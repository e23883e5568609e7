/** Queries and forms are parsed without ambiguity, or refused. */
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { raw } from '../../../src/http/request/parameters.ts';
import { echo } from '../echo.ts';
import { type App, ask, exchange, form, startApp } from '../stub-app.ts';

const names = ['a', 'b', 'a[]', 'a.b', 'é'] as const;
const anyOf = z.object(Object.fromEntries(names.map((name) => [name, raw().optional()])));

/** The result of JavaScript's own parser; undefined if the input must be refused. */
function asJavaScriptReads(bytes: string): Record<string, string> | undefined {
  const read = new Map<string, string>();
  for (const pair of bytes.split('&').filter((one) => one !== '')) {
    const at = pair.indexOf('=');
    try {
      const [name = '', value = ''] = (at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]).map((part) =>
        decodeURIComponent(
          part.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
        ),
      );
      if (read.has(name)) return undefined;
      read.set(name, value);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries([...read].filter(([name]) => (names as readonly string[]).includes(name)));
}

const pieces = ['a', 'b', '=', '&', '+', '%', '%4', '%61', '%26', '%c3', '%A9', '%ED%A0%80', '\xc3\xa9', '\xff', '.b'];
const sentBytes = fc
  .array(fc.oneof(fc.constantFrom(...pieces, '&a=', '[', ']', '[]'), fc.constantFrom('x', '\x01', '\ud83d'[0] ?? '')))
  .map((parts) => parts.join('').replace(/[^\0-\xff]/g, ''));

describe('queries and forms', () => {
  let app: App;
  before(async () => {
    app = await startApp([echo('POST', '/any', anyOf), echo('GET', '/any', anyOf)]);
  });
  after(() => app.close());

  it('are parsed as JavaScript parses them, or refused, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(sentBytes, async (text) => {
        const { status, json } = await ask(app, '/api/v1/any', form(Buffer.from(text, 'latin1')));
        const meant = asJavaScriptReads(text);
        // Brackets that `qs` would parse differently may be refused. Nothing else may be refused without need.
        if (status === 400 && /\[|\]|%5[bd]/i.test(text)) return;
        expect(status).to.equal(meant ? 200 : 400);
        if (meant) expect(json.parameters).to.deep.equal(meant);
      }),
      { numRuns: 200 },
    );
  });

  it('have the same meaning in a query and in a form', async () => {
    const values = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(values, async (sent) => {
        const text = new URLSearchParams(sent).toString();
        const wanted = Object.fromEntries(Object.entries(sent).filter(([, value]) => !value.includes('\0')));
        if (Object.keys(wanted).length < Object.keys(sent).length) return;
        expect((await ask(app, `/api/v1/any?${text}`)).json.parameters).to.deep.equal({ ...sent });
        expect((await ask(app, '/api/v1/any', form(text))).json.parameters).to.deep.equal({ ...sent });
      }),
      { numRuns: 60 },
    );
  });

  it('may contain UTF-8 without percent-encoding in a form, but not in an address', async () => {
    expect((await ask(app, '/api/v1/any', form('é=ü'))).json.parameters).to.deep.equal({ é: 'ü' });
    const line = Buffer.from('GET /api/v1/any?é=ü HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await exchange(app, line)).to.match(/^HTTP\/1\.1 400 /);
  });
});
