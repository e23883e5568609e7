import { expect } from 'chai';
import { emptyChannels } from '../../src/policies/empty-channels.ts';
import type { Given } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { archived, joins, leaves, opened } from '../support/past-events.ts';
import { plannedBy } from '../support/policy.ts';
import { privacyChanged } from '../support/writes.ts';

const past = [...organization(), opened(1, 'plans', [3]), opened(2, 'secret', [3, 4], { inviteOnly: true })];
const archivedBy = (...events: Given[]) =>
  plannedBy(emptyChannels, [...past, ...events]).map(({ command, input, actor }) => [command, input, actor]);
const archives = (channelId: number) => [['archive-empty-channel', { channelId }, undefined]];

describe('the policy for private streams without subscribers', () => {
  it('archives one whose last subscriber leaves, on behalf of the service', () => {
    expect(archivedBy(leaves(2, 3, 4))).to.deep.equal(archives(2));
    expect(archivedBy(leaves(2, 3), leaves(2, 4))).to.deep.equal(archives(2));
  });

  it('archives one that becomes private after everybody has left, or that everybody leaves after that', () => {
    expect(archivedBy(leaves(1, 3), privacyChanged(1, true))).to.deep.equal(archives(1));
    expect(archivedBy(privacyChanged(1, true), leaves(1, 3))).to.deep.equal(archives(1));
  });

  it('does not archive others', () => {
    expect(archivedBy(leaves(2, 3))).to.deep.equal([]);
    expect(archivedBy(leaves(1, 3))).to.deep.equal([]);
    expect(archivedBy(leaves(2, 3, 4), joins(2, 1), leaves(2, 4))).to.deep.equal([]);
    expect(archivedBy(privacyChanged(1, true))).to.deep.equal([]);
    expect(archivedBy(leaves(2, 3, 4), privacyChanged(2, false))).to.deep.equal([]);
    expect(archivedBy(leaves(2, 3, 4), archived(2, 'secret'), leaves(2, 4))).to.deep.equal([]);
  });
});
