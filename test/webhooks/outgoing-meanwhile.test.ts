/** What happens to a message, its stream and the bot before the bot's server is called, and while it is. */
import { expect } from 'chai';
import type { OutgoingDependencies } from '../../src/webhooks/outgoing.ts';
import { archived, inTopic, moves } from '../support/past-events.ts';
import { realmDeactivated } from '../support/writes.ts';
import { answered, ask, deactivated, saying, unreachable } from './outgoing-fixture.ts';

describe('an outgoing webhook, meanwhile', () => {
  it('replies in the current place of a message that was moved', async () => {
    const after = [moves(10, { channel: 1, topic: 'lunch' }, { channel: 1, topic: 'dinner' })];
    const { plan } = await ask({ after, answers: [answered({ content: '42' })] });
    expect(plan).to.deep.equal([saying(101, inTopic(1, 'dinner'), '42')]);
  });

  it('replies in the place to which the message was moved while the server answered', async () => {
    const during = [moves(10, { channel: 1, topic: 'lunch' }, { channel: 1, topic: 'dinner' })];
    const { plan } = await ask({ during, answers: [answered({ content: '42' })] });
    expect(plan).to.deep.equal([saying(101, inTopic(1, 'dinner'), '42')]);
  });

  it('does not reply in a stream that was archived in the meantime', async () => {
    const answers = [answered({ content: '42' })];
    for (const when of ['after', 'during'])
      expect((await ask({ [when]: [archived(1, 'general')], answers })).plan).to.deep.equal([]);
  });

  it('is not sent what was deleted in the meantime, even between two attempts', async () => {
    const deletedAfter = (looks: number): Partial<OutgoingDependencies> => ({ isThere: async () => looks-- > 0 });
    expect(await ask({ dependencies: deletedAfter(0) })).to.deep.equal({ posts: [], plan: [] });
    const { posts } = await ask({ answers: Array(9).fill(unreachable), dependencies: deletedAfter(2) });
    expect(posts).to.have.length(2);
  });

  it('is not called for an organization that was deactivated in the meantime', async () => {
    expect(await ask({ after: [realmDeactivated()] })).to.deep.equal({ posts: [], plan: [] });
  });

  it('is not called for a bot that was deactivated in the meantime', async () => {
    const { posts, plan } = await ask({ after: [deactivated(3)] });
    expect(posts).to.deep.equal([]);
    expect(plan).to.deep.equal([]);
  });

  it('is not called again, and does not reply, if the bot is deactivated while its server is called', async () => {
    const during = [deactivated(3)];
    expect((await ask({ during, answers: [answered({ content: '42' })] })).plan).to.deep.equal([]);
    const { posts, plan } = await ask({ during, answers: Array(9).fill(unreachable) });
    expect(posts).to.have.length(1);
    expect(plan).to.deep.equal([]);
  });
});
