import { expect } from 'chai';
import * as policies from '../../src/policies/index.ts';

describe('the list of policies', () => {
  it('has every policy, by distinct names', () => {
    expect(Object.values(policies).map(({ name }) => name)).to.have.members([
      'announcements',
      'archived-channels',
      'content-erasures',
      'empty-channels',
      'ended-exports',
      'erasure',
      'lapsed-appointments',
      'move-notices',
      'needless-invitations',
      'orphaned-files',
      'outgoing-webhooks',
      'released-holds',
      'review-exports',
      'said-after-erasure',
      'topic-deletions',
      'topic-moves',
      'welcomes',
    ]);
  });
});
