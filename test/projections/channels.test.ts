import { expect } from 'chai';
import { channels } from '../../projections/channels.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { at, type Given, realmId, testNow } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { archived, opened } from '../support/past-events.ts';
import * as writes from '../support/writes.ts';

const named = async (view: ReadView) =>
  (await view.scan(channels, 'byName', { prefix: [realmId], limit: 10 })).map(({ name }) => name);

describe('channels', () => {
  it('stores what a channel was created with', async () => {
    const view = await readAfter(opened(1, 'Design', [1], { inviteOnly: true }));
    expect(await view.get(channels, `${realmId}.1`)).to.deep.equal({
      realmId,
      channelId: 1,
      name: 'Design',
      nameKey: 'design',
      description: '',
      renderedDescription: '',
      inviteOnly: true,
      historyPublic: false,
      postPolicy: 1,
      retentionDays: null,
      creatorId: 1,
      createdAt: testNow - 1_000_000,
      archived: false,
    });
  });

  it('finds open channels by folded name: the current name, and no archived channels', async () => {
    const past = [opened(1, 'beta', [1]), opened(2, 'Alpha', [1]), opened(3, 'gamma', [1])];
    expect(await named(await readAfter(past))).to.deep.equal(['Alpha', 'beta', 'gamma']);
    const view = await readAfter(past, writes.channelRenamed(1, 'Zeta', 'beta'), archived(3, 'gamma'));
    expect(await named(view)).to.deep.equal(['Alpha', 'Zeta']);
    expect(await view.get(channels, `${realmId}.3`)).to.include({ name: 'gamma', archived: true });
  });

  it('releases the name of an archived channel', async () => {
    const view = await readAfter(opened(1, 'beta', [1]), archived(1, 'beta'), opened(2, 'Beta', [1]));
    expect(await named(view)).to.deep.equal(['Beta']);
  });

  it('stores the changes of a channel', async () => {
    const view = await readAfter(
      opened(1, 'beta', [1]),
      writes.channelDescribed(1, 'new'),
      writes.postPolicyChanged(1, 2),
      writes.retentionChanged(1, 30),
      writes.privacyChanged(1, true),
    );
    expect(await view.get(channels, `${realmId}.1`)).to.include({
      name: 'beta',
      nameKey: 'beta',
      description: 'new',
      renderedDescription: '<p>new</p>',
      postPolicy: 2,
      retentionDays: 30,
      inviteOnly: true,
      historyPublic: false,
    });
  });

  it('stores when a channel was last closed to people outside', async () => {
    const closedAt = async (...past: Given[]) => (await readAfter(...past)).get(channels, `${realmId}.1`);
    const open = opened(1, 'a', [1]);
    const shut = at(writes.privacyChanged(1, true), 5);
    expect(await closedAt(open)).not.to.have.property('closedAt');
    expect(await closedAt(open, shut, at(writes.privacyChanged(1, true, true), 6))).to.include({ closedAt: 5 });
    expect(await closedAt(open, shut, at(archived(1, 'a'), 7))).to.include({ closedAt: 5 });
    expect(await closedAt(open, at(archived(1, 'a'), 7), at(archived(1, 'a'), 8))).to.include({ closedAt: 7 });
    const again = [at(writes.privacyChanged(1, false), 8), at(writes.privacyChanged(1, true), 9)];
    expect(await closedAt(open, shut, ...again)).to.include({ closedAt: 9 });
    const secret = opened(1, 'a', [1], { inviteOnly: true });
    expect(await closedAt(secret, at(archived(1, 'a'), 7))).not.to.have.property('closedAt');
  });

  it('ignores events of a channel whose creation is missing', async () => {
    const view = await readAfter(writes.channelRenamed(1, 'b', 'a'), writes.privacyChanged(1, true), archived(2, 'c'));
    expect(await view.scan(channels, 'byId', { prefix: [realmId], limit: 10 })).to.deep.equal([]);
  });
});
