/** Messages and profiles whose events are long count as several requests, because the log keeps them. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Answer, Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { runningServer } from '../support/server.ts';

describe('long texts', () => {
  lowerLimits({ eventCharactersPerRequest: 4000 });
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const member = server.as('member');
  const bot = server.as('webhook_bot');
  /** Each becomes six characters of HTML. */
  const quotes = '"'.repeat(2000);
  const asStored = (content: string, html: string): number =>
    Math.floor((content.length + html.length) / limits.eventCharactersPerRequest);

  const left = async (): Promise<number> =>
    Number((await member.get('/users/me')).headers.get('X-RateLimit-Remaining'));
  /** How many requests this one counts as. */
  const costOf = async (request: () => Promise<Answer>): Promise<{ cost: number; answer: Loose }> => {
    const before = await left();
    const answer = succeeded(await request());
    return { cost: before - (await left()) - 1, answer };
  };
  const sending = (content: string) => () =>
    member.post('/messages', { type: 'stream', to: 'general', topic: 'long', content });

  it('without markup count as one request (eventCharactersPerRequest)', async () => {
    const { cost, answer } = await costOf(sending('x'.repeat(limits.eventCharactersPerRequest / 2 - 10)));
    expect(cost).to.equal(1);
    const { cost: ofEdit } = await costOf(() => member.patch(`/messages/${answer.id}`, { content: 'x' }));
    expect(ofEdit).to.equal(1);
  });

  it('whose HTML is much longer count as several; a change also counts the previous text', async () => {
    const html = `<p>${'&quot;'.repeat(quotes.length)}</p>`;
    const { cost, answer } = await costOf(sending(quotes));
    expect(cost)
      .to.equal(1 + asStored(quotes, html))
      .and.above(2);
    const { cost: ofEdit } = await costOf(() =>
      member.patch(`/messages/${answer.id}`, { content: `${quotes.slice(1)}'` }),
    );
    expect(ofEdit)
      .to.equal(1 + asStored(quotes + quotes, html + html))
      .and.above(cost);
  });

  it('of integrations count for the owner of the bot', async () => {
    const address = `${server.base}/api/v1/external/slack_incoming?stream=general&topic=t&api_key=${bot.account.api_key}`;
    const before = await left();
    const body = JSON.stringify({ text: quotes });
    const answer = await fetch(address, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    expect(answer.status).to.equal(200);
    expect(before - (await left()) - 1).to.be.above(2);
  });

  it('of profiles, and the data of their fields, count as several', async () => {
    const admin = server.as('admin');
    const spent = async (request: () => Promise<Answer>): Promise<number> => {
      const remaining = async (): Promise<number> =>
        Number((await admin.get('/users/me')).headers.get('X-RateLimit-Remaining'));
      const before = await remaining();
      succeeded(await request());
      return before - (await remaining()) - 1;
    };
    const option = (at: number) => [`${at}`.padStart(50, 'k'), { text: `${at}`.padStart(50, 't'), order: `${at}` }];
    const choices = Object.fromEntries(Array.from({ length: 20 }, (_, at) => option(at)));
    const fields: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      const field = {
        name: `field ${at}`,
        hint: '',
        ...(at < 4 ? { field_type: 3, field_data: choices } : { field_type: 2 }),
      };
      fields.push(Number(succeeded(await admin.post('/realm/profile_fields', field)).id));
    }
    const data = 4 * JSON.stringify(choices).length;
    const ofFields = 1 + Math.floor(data / limits.eventCharactersPerRequest);
    expect(ofFields).to.be.above(2);
    expect(await spent(() => admin.patch(`/realm/profile_fields/${fields[0]}`, { name: 'another' }))).to.equal(
      ofFields,
    );
    expect(await spent(() => admin.patch('/realm/profile_fields', { order: fields.toReversed() }))).to.equal(ofFields);

    const long = '"'.repeat(limits.profileValueLengthMax);
    const html = `<p>${'&quot;'.repeat(long.length)}</p>`;
    const values = fields.slice(4).map((id) => ({ id, value: long }));
    const ofValues = 1 + Math.floor((4 * (long.length + html.length)) / limits.eventCharactersPerRequest);
    expect(ofValues).to.be.above(2);
    const { cost } = await costOf(() => member.patch('/users/me/profile_data', { data: values }));
    expect(cost).to.equal(ofValues);
    const { user_id } = server.as('spare').account;
    expect(await spent(() => admin.patch(`/users/${user_id}`, { profile_data: values }))).to.equal(ofValues);
  });
});
