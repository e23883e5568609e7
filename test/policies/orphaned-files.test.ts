import { expect } from 'chai';
import { orphanedFiles as performed } from '../../src/audit/orphaned-files.ts';
import { orphanedFiles } from '../../src/policies/orphaned-files.ts';
import { inAudit } from '../support/audit-writes.ts';
import { fileDeleted, linking, uploads } from '../support/file-writes.ts';
import { recorded } from '../support/given.ts';
import { deletionHeld, facts } from '../support/hold-writes.ts';
import { deletes, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';

const place = inTopic(1, 'lunch');
const past = [
  founded(),
  ...newUser(1),
  opened(1, 'general', [1]),
  uploads(1, 1),
  uploads(2, 1),
  sends(7, 1, place, linking(1, 2)),
  sends(8, 1, place, linking(2)),
];

describe('the policy for files that no message shares any more', () => {
  it('deletes those that only the deleted message shared', () => {
    expect(subjectsOf(orphanedFiles, [...past, deletes(7, 1, place, [1, 2])])).to.deep.equal(['1']);
    expect(subjectsOf(orphanedFiles, [...past, deletes(7, 1, place, [1, 2]), deletes(8, 1, place, [2])])).to.deep.equal(
      ['2'],
    );
    expect(subjectsOf(orphanedFiles, [...past, sends(9, 1, place), deletes(9, 1, place)])).to.deep.equal([]);
    expect(subjectsOf(orphanedFiles, [...past, fileDeleted(1, 1), deletes(7, 1, place, [1])])).to.deep.equal([]);
  });

  it('deletes no file that a held message shared, until the message is released', () => {
    const deleted = [...past, deletes(7, 1, place, [1, 2])];
    const kept = deletionHeld(facts(7, 1), [1]);
    expect(subjectsOf(orphanedFiles, [...past, kept, deletes(7, 1, place, [1])])).to.deep.equal([]);
    const ended = (uploadIds: number[]) =>
      inAudit('HeldDeletionsEnded', { messageIds: [7 as never], fileIds: [], uploads: uploadIds as never });
    expect(subjectsOf(orphanedFiles, [...deleted, kept, ended([1, 2])])).to.deep.equal(['1']);
    expect(subjectsOf(orphanedFiles, [...deleted, kept, deletionHeld(facts(6, 1), [1]), ended([1])])).to.deep.equal([]);
  });
});

describe('the performer of orphaned files', () => {
  const deletion = recorded([...past, deletes(7, 1, place, [1])]).at(-1) as never;
  const plan = (held: boolean) => {
    const performer = performed(async () => held);
    return performer.kind === 'plan' ? performer.plan(deletion, '1', new AbortController().signal) : undefined;
  };

  it('names the file to the command, and no file if the message is held', async () => {
    expect(await plan(false)).to.deep.equal([{ command: 'delete-file', input: { fileId: 1 } }]);
    expect(await plan(true)).to.deep.equal([]);
  });
});
