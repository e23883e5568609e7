/** Alert words: the list, the flag of messages, the narrow, and the event (docs/api.md, Flags). */
import { expect } from 'chai';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const path = '/users/me/alert_words';

describe('alert words', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');
  before(async () => {
    const principals = [owner.account.user_id, member.account.user_id];
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals }));
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'others' }] }));
  });
  beforeEach(async () => {
    const { alert_words } = succeeded(await member.get(path));
    succeeded(await member.delete(path, { alert_words }));
  });

  const say = (content: string, to = 'plans'): Promise<number> => said(owner, to, 'x', content);
  const alerted = async (): Promise<number[]> => {
    const narrow = [{ operator: 'is', operand: 'alerted' }];
    return (await newestFor(member, { narrow })).map(({ id }) => Number(id));
  };

  it('are listed, added and removed, each time with the whole list', async () => {
    expect(succeeded(await member.get(path)).alert_words).to.deep.equal([]);
    expect(succeeded(await member.post(path, { alert_words: [' Tea ', 'fire drill'] })).alert_words).to.deep.equal([
      'Tea',
      'fire drill',
    ]);
    expect(succeeded(await member.post(path, { alert_words: ['TEA', ''] })).alert_words).to.have.length(2);
    const queue = await follow(member, { event_types: ['alert_words'] });
    expect(queue.state.alert_words).to.deep.equal(['Tea', 'fire drill']);
    expect(succeeded(await member.delete(path, { alert_words: ['tea'] })).alert_words).to.deep.equal(['fire drill']);
    expect((await queue.news()).map(({ alert_words }) => alert_words)).to.deep.equal([['fire drill']]);
    succeeded(await member.delete(path, { alert_words: ['tea'] }));
    expect(await queue.news()).to.deep.equal([]);
    expect(succeeded(await owner.get(path)).alert_words).to.deep.equal([]);
  });

  it('flag messages that contain one, in events, listings and narrows, until they are edited', async () => {
    succeeded(await member.post(path, { alert_words: ['tea'] }));
    const queue = await follow(member, { event_types: ['message', 'update_message'] });
    const id = await say('More **Tea**?');
    await say('no team');
    expect((await queue.news()).map(({ flags }) => flags)).to.deep.equal([['has_alert_word'], []]);
    expect(await alerted()).to.deep.equal([id]);
    succeeded(await owner.patch(`/messages/${id}`, { content: 'milk' }));
    expect((await queue.news()).map(({ flags }) => flags)).to.deep.equal([[]]);
    expect(await alerted()).to.deep.equal([]);
    succeeded(await owner.patch(`/messages/${id}`, { content: 'tea' }));
    expect((await queue.news()).map(({ flags }) => flags)).to.deep.equal([['has_alert_word']]);
    expect(await alerted()).to.deep.equal([id]);
  });

  it('stay with earlier messages after they are removed, also after a restart', async () => {
    succeeded(await member.post(path, { alert_words: ['cake'] }));
    const before = await say('cake');
    await server.restart();
    const since = await say('more cake');
    succeeded(await member.delete(path, { alert_words: ['cake'] }));
    const later = await say('cake again');
    const found = await alerted();
    expect(found).to.include.members([before, since]);
    expect(found).to.not.include(later);
  });

  it('apply only to received messages', async () => {
    succeeded(await member.post(path, { alert_words: ['tea'] }));
    const id = await say('tea', 'others');
    expect(await alerted()).to.not.include(id);
  });

  it('are refused if they are too long or too many', async () => {
    badRequest(
      await member.post(path, { alert_words: ['x'.repeat(101)] }),
      'alert_words[0] is too long (limit: 100 characters)',
    );
    const many = Array.from({ length: 101 }, (_, number) => `word ${number}`);
    badRequest(await member.post(path, { alert_words: many }), 'alert_words is too long (limit: 100 words)');
    badRequest(await member.post(path, { alert_words: 'tea' }), 'Argument "alert_words" is not valid JSON.');
  });
});
