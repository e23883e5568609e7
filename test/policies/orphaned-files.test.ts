import { expect } from 'chai';
import { orphanedFiles } from '../../src/policies/orphaned-files.ts';
import { file, uploads } from '../support/file-writes.ts';
import { came, deletes, founded, inTopic, opened, says, text } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';

const place = inTopic(1, 'lunch');
const linking = (...ids: number[]) => text('files', { uploads: ids.map(file) });
const past = [
  founded(),
  ...came(1),
  opened(1, 'general', [1]),
  uploads(1, 1),
  uploads(2, 1),
  says(7, 1, place, linking(1, 2)),
  says(8, 1, place, linking(2)),
];

describe('the policy for files that no message shares any more', () => {
  it('deletes those that the deleted message was the last to share', () => {
    expect(subjectsOf(orphanedFiles, [...past, deletes(7, 1, place, [1, 2])])).to.deep.equal(['1']);
    expect(subjectsOf(orphanedFiles, [...past, deletes(7, 1, place, [1, 2]), deletes(8, 1, place, [2])])).to.deep.equal(
      ['2'],
    );
    expect(subjectsOf(orphanedFiles, [...past, says(9, 1, place), deletes(9, 1, place)])).to.deep.equal([]);
  });

  it('names the file to the command', () => {
    expect(orphanedFiles.plan?.MessageDeleted?.({} as never, '2', {} as never, {} as never)).to.deep.equal([
      { command: 'delete-file', input: { fileId: 2 } },
    ]);
  });
});
