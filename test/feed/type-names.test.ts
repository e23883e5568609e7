import { expect } from 'chai';
import { canonicalType, typeNameFor } from '../../src/feed/type-names.ts';

const queue = (eventTypes: string[] | null, wireNames = false) => ({ eventTypes, wireNames });

describe('names of event types', () => {
  it('are those that the queue requested', () => {
    expect(typeNameFor(queue(['subscription']), 'subscription')).to.equal('subscription');
    expect(typeNameFor(queue(['subscriptions'], true), 'subscription')).to.equal('subscriptions');
    expect(typeNameFor(queue(['message_deleted'], true), 'delete_message')).to.equal('message_deleted');
  });

  it('are the canonical ones if both were requested', () => {
    expect(typeNameFor(queue(['message_deleted', 'delete_message']), 'delete_message')).to.equal('delete_message');
  });

  it('are the documented ones if no type was requested, and the canonical ones for clients that use those', () => {
    expect(typeNameFor(queue(null), 'delete_message')).to.equal('message_deleted');
    expect(typeNameFor(queue(null, true), 'delete_message')).to.equal('delete_message');
    expect(typeNameFor(queue(null), 'message')).to.equal('message');
  });

  it('do not exist for types that were not requested', () => {
    expect(typeNameFor(queue(['message']), 'subscription')).to.equal(null);
    expect(typeNameFor(queue([], true), 'message')).to.equal(null);
  });

  it('have one canonical name each', () => {
    expect(['subscriptions', 'message_deleted', 'subscription', 'whatever'].map(canonicalType)).to.deep.equal([
      'subscription',
      'delete_message',
      'subscription',
      'whatever',
    ]);
  });
});
