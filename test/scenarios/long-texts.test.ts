/** Messages whose events are long count as several requests, because the log keeps them. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Answer, Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

describe('long texts', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const member = server.as('member');
  const bot = server.as('webhook_bot');
  /** Each becomes six characters of HTML. */
  const quotes = '"'.repeat(limits.contentBytesMax);
  const asStored = (content: string, html: string): number =>
    Math.floor((content.length + html.length) / limits.messageCharactersPerRequest);

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

  it('that are all text count as one request', async () => {
    const { cost, answer } = await costOf(sending('x'.repeat(limits.contentBytesMax)));
    expect(cost).to.equal(1);
    const { cost: ofEdit } = await costOf(() => member.patch(`/messages/${answer.id}`, { content: 'x' }));
    expect(ofEdit).to.equal(1);
  });

  it('whose HTML is much longer count as several; a change counts as the text before it, too', async () => {
    const html = `<p>${'&quot;'.repeat(limits.contentBytesMax)}</p>`;
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
});
