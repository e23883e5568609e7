import { expect } from 'chai';
import { policies } from '../../src/policies/index.ts';

describe('the list of policies', () => {
  it('has every policy, by distinct names', () => {
    expect(policies.map(({ name }) => name)).to.deep.equal([
      'announcements',
      'welcomes',
      'move-notices',
      'topic-moves',
      'topic-deletions',
      'empty-channels',
      'archived-channels',
      'outgoing-webhooks',
      'orphaned-files',
      'released-holds',
      'content-erasures',
      'said-after-erasure',
      'review-exports',
      'ended-exports',
      'erasure',
      'lapsed-appointments',
      'needless-invitations',
    ]);
  });
});
