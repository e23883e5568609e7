import { expect } from 'chai';
import { countsOf } from '../../../src/queries/trail/counts.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId } from '../../support/given.ts';
import { organization, readAfter, user } from '../../support/organization.ts';
import { inTopic, opened, sends } from '../../support/past-events.ts';

const whole = [{ since: { position: 0, at: 0 }, until: { position: 10_000, at: Number.MAX_SAFE_INTEGER } }];

describe('counts of the trail', () => {
  const messages = [sends(1, 1, inTopic(1, 't')), sends(2, 3, inTopic(1, 't')), sends(3, 3, inTopic(1, 't'))];
  const read = () => readAfter([...organization(), opened(1, 'plans', [1, 3]), ...messages]);

  it('are those of each action, with the same filters', async () => {
    const { counts, complete } = await countsOf(await read(), realmId, {}, whole);
    expect([counts[0]?.['message.sent'], counts[0]?.['stream.created'], complete]).to.deep.equal([3, 1, true]);
    const filtered = await countsOf(await read(), realmId, { channelId: 1, topic: 't' }, whole);
    expect(filtered.counts[0]).to.deep.equal({ 'message.sent': 3 });
    expect((await countsOf(await read(), realmId, { actor: user(9) }, whole)).counts).to.deep.equal([{}]);
  });

  it('end if there are too many, and say so (countedEventsMax)', async () => {
    const view = await read();
    const endless = { ...view, count: async () => limits.countedEventsMax };
    expect(await countsOf(endless, realmId, { events: ['MessageSent'] }, whole)).to.deep.equal({
      counts: [{ 'message.sent': limits.countedEventsMax }],
      complete: false,
    });
  });
});
