import { expect } from 'chai';
import { deletionDocumentId, deletions } from '../../projections/deletions.ts';
import { recorded } from '../support/given.ts';
import { deletionHeld, facts, heldDeletionsEnded } from '../support/hold-writes.ts';
import { between, deletes, founded, inTopic, sends } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

const place = inTopic(1, 'lunch');
const past = [founded(), sends(7, 2, place), deletes(7, 2, place), deletes(8, 3, between(2, 3))];
const of = async (events: typeof past, id: number) =>
  (await projectAll(recorded(events))).get(deletions.name)?.get(deletionDocumentId(1, id));

describe('the read model of deletions', () => {
  it('has what remains of a deleted message', async () => {
    expect(await of(past, 7)).to.deep.equal({
      realmId: 1,
      messageId: 7,
      senderId: 2,
      sentAt: 1,
      deletedAt: 1_699_999_000_002,
      participants: [],
      stoodIn: [1],
    });
    expect(await of(past, 8)).to.deep.include({ participants: [2, 3], stoodIn: [] });
  });

  it('marks those that a legal hold keeps', async () => {
    const held = [...past, deletionHeld(facts(7, 2)), deletionHeld(facts(9, 2))];
    expect(await of(held, 7)).to.have.property('held', true);
    expect(await of(held, 8)).not.to.have.property('held');
    expect(await of(held, 9)).to.equal(undefined);
    expect(await of([...held, heldDeletionsEnded([7, 9])], 7)).not.to.have.property('held');
  });
});
