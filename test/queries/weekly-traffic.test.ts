import { expect } from 'chai';
import fc from 'fast-check';
import type { ReadView } from '../../src/ports/read-store.ts';
import { cachedTraffic, weeklyTraffic } from '../../src/queries/weekly-traffic.ts';
import { realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { inTopic, sends } from '../support/past-events.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = 1_700_000_000_000;
const channelOfAge = (days: number) => ({ realmId, channelId: 1, createdAt: now - days * dayMs });

/** Messages of channel 1, that many days old. */
const sentDaysAgo = (...days: number[]): Promise<ReadView> =>
  readAfter(
    [...days]
      .sort((a, b) => b - a)
      .map((ago, index) => sends(3 * (index + 1), 1, inTopic(1, 't'), 'x', { at: Math.round(now - ago * dayMs) })),
  );

describe('stream_weekly_traffic', () => {
  it('is unknown while a stream is younger than a week', async () => {
    const view = await sentDaysAgo(1, 2);
    expect(await weeklyTraffic(view, channelOfAge(6.9), now)).to.equal(null);
    expect(await weeklyTraffic(view, channelOfAge(7), now)).to.equal(2);
  });

  it('is 0 without recent messages, and at least 1 otherwise', async () => {
    expect(await weeklyTraffic(await sentDaysAgo(), channelOfAge(30), now)).to.equal(0);
    expect(await weeklyTraffic(await sentDaysAgo(29, 40), channelOfAge(60), now)).to.equal(0);
    expect(await weeklyTraffic(await sentDaysAgo(27, 40), channelOfAge(60), now)).to.equal(1);
  });

  it("is a weekly average of the last 28 days, or of the stream's life", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => (index % 14) + 0.5);
    expect(await weeklyTraffic(await sentDaysAgo(...many(40), 30, 31, 32), channelOfAge(90), now)).to.equal(10);
    expect(await weeklyTraffic(await sentDaysAgo(...many(40)), channelOfAge(14), now)).to.equal(20);
  });

  it('is rounded to two digits', async () => {
    const view = await sentDaysAgo(...Array.from({ length: 521 }, (_, index) => index / 100));
    expect(await weeklyTraffic(view, channelOfAge(28), now)).to.equal(130);
    expect(await weeklyTraffic(view, channelOfAge(7), now)).to.equal(520);
  });

  it('counts only the messages of the last 28 days, wherever they begin', async () => {
    const minutesADay = 24 * 60;
    const ages = fc.array(fc.integer({ min: 0, max: 60 * minutesADay }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(ages, async (minutes) => {
        const recent = minutes.filter((ago) => ago <= 28 * minutesADay).length;
        const expected = recent === 0 ? 0 : Math.max(1, Math.floor((recent * 7) / 28));
        const view = await sentDaysAgo(...minutes.map((ago) => ago / minutesADay));
        expect(await weeklyTraffic(view, channelOfAge(60), now)).to.equal(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('is cached for some minutes, for each stream', async () => {
    const asked: number[] = [];
    const traffic = cachedTraffic(async (_view, { channelId }) => asked.push(channelId));
    const view = await sentDaysAgo();
    const ask = (channelId: number, at: number) => traffic(view, { ...channelOfAge(30), channelId }, at);
    expect([await ask(1, now), await ask(1, now + 60_000), await ask(2, now)]).to.deep.equal([1, 1, 2]);
    expect(await ask(1, now + 5 * 60_000)).to.equal(3);
    expect(asked).to.deep.equal([1, 2, 1]);
  });

  it('is computed again after a failure', async () => {
    let fails = true;
    const traffic = cachedTraffic(async () => {
      if (fails) throw new Error('out of reach');
      return 7;
    });
    const view = await sentDaysAgo();
    const failure = await traffic(view, channelOfAge(30), now).catch((error: Error) => error.message);
    expect(failure).to.equal('out of reach');
    fails = false;
    expect(await traffic(view, channelOfAge(30), now)).to.equal(7);
  });
});
