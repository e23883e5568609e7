import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { defineEndpoint } from '../../../src/http/define-endpoint.ts';
import { bodyOf, bodyWithBreaks } from '../../../src/http/response/body.ts';
import { hold, turnsDuring } from '../../support/turns.ts';
import { startApp } from '../stub-app.ts';

const many = <T>(count: number, item: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at));

describe('the body of an answer', () => {
  it('is the same whether it is serialized at once or with breaks', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined));
    const list = fc.array(value, { maxLength: 400 });
    const names = fc.dictionary(fc.string(), value, { maxKeys: 400 });
    const answer = fc.dictionary(
      fc.string().filter((name) => name !== 'body'),
      fc.oneof(value, list, names),
    );
    await fc.assert(
      fc.asyncProperty(answer, async (given) => {
        expect(String(await bodyWithBreaks(given))).to.equal(bodyOf(given));
      }),
    );
    const long = {
      list: many(5_000, (at) => (at % 7 === 0 ? undefined : { at, text: 'ä€😀\u2028"' })),
      names: Object.fromEntries(many(5_000, (at) => [`n${at}`, at % 3 === 0 ? undefined : [at]])),
      none: Object.fromEntries(many(500, (at) => [`n${at}`, undefined])),
      short: [1],
      absent: undefined,
    };
    expect(String(await bodyWithBreaks(long))).to.equal(bodyOf(long));
  });

  it('is made at once if it is short, or already text', () => {
    expect(bodyWithBreaks({ list: many(100, (at) => at) })).to.be.a('string');
    expect(bodyWithBreaks({ body: '{}\n' })).to.equal('{}\n');
  });

  it('with a frozen list is the same with any other fields, and serializes the list once', async () => {
    let times = 0;
    const item = { toJSON: () => ++times && 'ä' };
    const list = Object.freeze(many(300, () => item));
    const answers = [{ list }, { before: 1, list, after: 'ä', again: list, none: Object.freeze([]) }];
    for (const answer of answers) expect(String(await bodyWithBreaks(answer))).to.equal(bodyOf(answer));
    expect(times, 'once for all answers, and three times to compare').to.equal(4 * 300);
  });

  it('with a long list is made with yields to the event loop', async () => {
    const slow = { toJSON: () => hold(0.5) ?? 1 };
    const turns = await turnsDuring(async () => bodyWithBreaks({ list: many(200, () => slow) }));
    expect(turns).to.be.at.least(10);
  });

  it('with a long list is received like any other: whole, with its ETag, and compressed', async () => {
    const members = many(3_000, (at) => ({ user_id: at, full_name: `Zoë ${at}` }));
    const endpoint = defineEndpoint({
      route: 'GET /members',
      id: 'members',
      summary: '',
      description: '',
      access: 'anyone',
      tagged: true,
      parameters: z.object({}),
      response: z.object({ members: z.array(z.object({ user_id: z.int(), full_name: z.string() })) }),
      example: { members: [] },
      handle: async () => ({ members }),
    });
    const app = await startApp([endpoint]);
    const get = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${app.port}/api/v1/members`, { headers });
    const expected = { result: 'success', msg: '', members };
    const plain = await get({ 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('content-type'), await plain.json()]).to.deep.equal(['application/json', expected]);
    const compressed = await get({ 'Accept-Encoding': 'gzip' });
    expect(compressed.headers.get('content-encoding')).to.equal('gzip');
    expect(await compressed.json()).to.deep.equal(expected);
    const tag = plain.headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': tag })).status).to.equal(304);
    members[2_999] = { user_id: 0, full_name: '' };
    expect((await get({ 'If-None-Match': tag })).status).to.equal(200);
    await app.close();
  });
});
