import { expect } from 'chai';
import { holdDocumentId, holds } from '../../projections/holds.ts';
import { recorded } from '../support/given.ts';
import { held, holdChanged, holdEnded } from '../support/hold-writes.ts';
import { founded } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

describe('the read model of legal holds', () => {
  it('has the active ones and those that have ended', async () => {
    const past = recorded([
      founded(),
      held(1, { users: [3], since: 5 }),
      held(2, { channels: [1] }),
      holdChanged(1, { until: 9 }),
      holdChanged(3, { until: 9 }),
      holdEnded(2),
      holdEnded(3),
    ]);
    const documents = (await projectAll(past)).get(holds.name);
    expect([...(documents?.keys() ?? [])]).to.deep.equal([holdDocumentId(1, 1), holdDocumentId(1, 2)]);
    expect(documents?.get(holdDocumentId(1, 1))).to.deep.include({
      name: 'Case 1',
      reason: 'case',
      userIds: [3],
      since: 5,
      until: 9,
      placedBy: 1,
      eventId: past[1]?.id,
    });
    expect(documents?.get(holdDocumentId(1, 2))).to.deep.include({ endedBy: 1, endedAt: past[5]?.metadata.at });
  });
});
