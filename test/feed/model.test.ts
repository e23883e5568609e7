import { expect } from 'chai';
import type { ClientEvent } from '../../src/feed/client-event.ts';
import { feedDocument, feedId, feedModel, feedRetentionMs, isKept } from '../../src/feed/model.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { recorded } from '../support/given.ts';
import { founded } from '../support/past-events.ts';

const [event] = recorded([founded()]);
const clientEvent: ClientEvent = {
  type: 'realm',
  scope: { kind: 'everyone' },
  body: { kind: 'plain', fields: { op: 'update', property: 'notifications_stream_id', value: -1 } },
};
const documentOf = (own: Pick<ClientEvent, 'carries' | 'lists'>) => {
  if (!event) throw new Error('no event');
  return feedDocument(event, { ...clientEvent, ...own }, 1_027);
};

describe('the document of a client event', () => {
  it('has the id that clients know, the time of the domain event, and the client event', () => {
    const document = documentOf({});
    expect(document).to.deep.equal({ realmId: 1, eventId: 1_024 + 3, at: event?.metadata.at, ...clientEvent });
    expect(feedId(document.eventId)).to.equal('1027');
  });

  it('is kept, except for those about typing', () => {
    expect((['message', 'realm', 'presence', 'typing'] as const).map((type) => isKept({ type }))).to.deep.equal([
      ...[true, true, true, false],
    ]);
  });

  it('names the messages whose erasure affects it, and has no such field for others', () => {
    expect(documentOf({ carries: 5 as MessageId }))
      .to.include({ carries: 5 })
      .and.not.to.have.property('lists');
    expect(documentOf({ lists: [5 as MessageId] }))
      .to.deep.include({ lists: [5] })
      .and.not.to.have.property('carries');
  });

  it('is found by organization, by the messages in it, and by time', () => {
    expect(feedModel).to.deep.equal({
      name: 'feed',
      indexes: {
        byRealm: ['realmId', 'eventId'],
        byMessage: ['realmId', 'carries'],
        byListed: ['realmId', 'lists'],
        byTime: ['at'],
      },
    });
  });

  it('is kept for a day longer than any queue may live', () => {
    expect(feedRetentionMs - limits.queueLifespanSecsMax * 1000).to.equal(86_400_000);
  });
});
