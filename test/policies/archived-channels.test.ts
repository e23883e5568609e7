import { expect } from 'chai';
import { archivedChannels } from '../../src/policies/archived-channels.ts';
import type { Given } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { archived, joins, opened } from '../support/past-events.ts';
import { plannedBy } from '../support/policy.ts';

const plannedAfter = (...events: Given[]) =>
  plannedBy(archivedChannels, [...organization(), opened(1, 'plans', [3]), opened(2, 'other', [3]), ...events]).map(
    ({ command, input, actor }) => [command, input, actor],
  );

describe('the policy for subscribers of archived streams', () => {
  it('unsubscribes on behalf of the service those who join a stream after it was archived', () => {
    expect(plannedAfter(archived(1, 'plans'), joins(1, 4))).to.deep.equal([
      ['leave-archived-channel', { channelId: 1 }, undefined],
    ]);
  });

  it('does nothing for those who join an open stream, or joined before it was archived', () => {
    expect(plannedAfter(archived(1, 'plans'), joins(2, 4))).to.deep.equal([]);
    expect(plannedAfter(joins(1, 4), archived(1, 'plans'))).to.deep.equal([]);
  });
});
