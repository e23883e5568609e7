/** The events of an exported log that remain if legal holds keep deleted content. */
import { expect } from 'chai';
import { ErasedStreams } from '../../src/audit/export-scope.ts';
import { inAudit } from '../support/audit-writes.ts';
import { file, fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, recorded } from '../support/given.ts';
import { deletionHeld, facts, heldDeletionsEnded } from '../support/hold-writes.ts';
import { deletes, inTopic, sends } from '../support/past-events.ts';

const place = inTopic(1, 'x');
const gone = (...past: Given[]): string[] => {
  const erased = new ErasedStreams();
  for (const event of recorded(past)) erased.see(event);
  return [...erased.streams()];
};

describe('erased log streams', () => {
  it('are those of deleted messages and files, from before the deletion', () => {
    const past = [sends(1, 1, place), deletes(1, 1, place), sends(2, 1, place), uploads(1, 1), fileDeleted(1, 1)];
    expect(gone(...past)).to.deep.equal(['message-1.1', 'file-1.1']);
    const erased = new ErasedStreams();
    for (const event of recorded(past)) erased.see(event);
    expect([0, 1].map((revision) => erased.has({ stream: 'message-1.1', revision }))).to.deep.equal([true, false]);
  });

  it('are not those that a hold keeps, until the hold ends', () => {
    const held = [
      sends(1, 1, place),
      deletes(1, 1, place),
      deletionHeld(facts(1, 1)),
      uploads(1, 1),
      fileDeleted(1, 1, { held: true }),
    ];
    expect(gone(...held)).to.deep.equal([]);
    expect(gone(...held, heldDeletionsEnded([1, 2], [1]))).to.deep.equal(['message-1.1', 'file-1.1']);
    const late = [uploads(2, 1), fileDeleted(2, 1), inAudit('FileDeletionHeld', { fileId: file(2) })];
    expect(gone(...late)).to.deep.equal([]);
    expect(gone(...late, heldDeletionsEnded([], [2]))).to.deep.equal(['file-1.2']);
  });
});
