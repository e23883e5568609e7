import { expect } from 'chai';
import {
  type ErasedDocument,
  type EventPlace,
  isErased,
  type TrailDocument,
  trailProjection,
} from '../../projections/trail.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { happened, realmId, recorded } from '../support/given.ts';
import { withLeaves } from '../support/leaf-in.ts';
import { organization } from '../support/organization.ts';
import { inTopic, sends } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

const deleted = happened(logStream.message(realmId, 7 as never), 'MessageDeleted', {
  messageId: 7 as never,
  senderId: 3 as never,
  place: inTopic(2, 'Lunch'),
  sentAt: 1,
  leaves: [],
});

describe('trail', () => {
  const documentsOf = async (past: Parameters<typeof recorded>[0]) =>
    [
      ...((await projectAll(withLeaves(recorded(past)), { projections: [trailProjection] })).get('trail')?.values() ??
        []),
    ] as (TrailDocument | EventPlace | ErasedDocument)[];

  it('has a document for each recorded event, with its place in the log', async () => {
    const documents = await documentsOf([...organization(), sends(7, 3, inTopic(2, 'Lunch'))]);
    const count = organization().length + 1;
    expect(documents.filter((one) => 'keys' in one)).to.have.length(count);
    const last = documents.at(-1) as TrailDocument;
    expect(last.keys).to.include.members(['*', 'tMessageSent', 'a3']);
    expect(last).to.deep.include({ stream: `message-${realmId}.7`, revision: 0, position: count });
    const places = documents.filter((one) => 'placedAt' in one);
    expect(places).to.have.length(count);
    expect(places.at(-1)).to.deep.equal({ realmId, eventId: last.eventId, placedAt: count });
    const password = happened(logStream.password(realmId, 1 as never), 'PasswordSet', {
      userId: 1 as never,
      hash: 'x',
    });
    expect(await documentsOf([password])).to.deep.equal([]);
  });

  it('has of an erased event what its leaf contains', async () => {
    const documents = await documentsOf([sends(7, 3, inTopic(2, 'Lunch')), deleted]);
    const erased = documents.find(isErased);
    const inLog = documents.filter((one): one is TrailDocument => 'keys' in one);
    expect(inLog).to.have.length(1);
    expect(documents).to.have.length(3);
    expect(erased).to.include({ type: 'MessageSent', actor: 3 });
    expect(erased?.erasedKeys).to.deep.equal(['*', 'a3', 'tMessageSent', 'omessage:7', 's2', 'plunch']);
    expect(erased?.erasedBy).to.equal(inLog[0]?.eventId);
  });
});
