import { expect } from 'chai';
import { mayShare } from '../../src/state/file-access.ts';
import { type Files, usageOf } from '../../src/state/files.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { file, fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { between, came, deletes, edits, founded, inTopic, opened, says, text } from '../support/past-events.ts';

const place = inTopic(1, 'lunch');
const past = [
  founded(),
  ...came(1),
  ...came(2),
  ...came(3, { role: 600 }),
  opened(1, 'general', [1]),
  opened(2, 'secret', [1], { inviteOnly: true }),
];
const filesAfter = (...news: Given[]): Files => stateAfter([...past, ...news]).files;
const linking = (...ids: number[]) => text('files', { uploads: ids.map(file) });
const sharersOf = (files: Files, id: number) => files.byId.get(file(id))?.sharedBy;
const user = (id: number) => id as UserId;

describe('the state of uploaded files', () => {
  it('counts what each user and the organization have stored', () => {
    const files = filesAfter(uploads(1, 1, { size: 3 }), uploads(2, 1, { size: 4 }), uploads(3, 2, { size: 5 }));
    expect(usageOf(files, user(1))).to.deep.equal({ files: 2, bytes: 7 });
    expect(files.used).to.deep.equal({ files: 3, bytes: 12 });
    expect(usageOf(files, user(3))).to.deep.equal({ files: 0, bytes: 0 });
  });

  it('forgets a deleted file, but not its id', () => {
    const files = filesAfter(uploads(1, 1), fileDeleted(1, 1));
    const { fileIdMax, ...rest } = files;
    expect(fileIdMax).to.equal(1);
    expect(rest).to.deep.equal({
      byId: new Map(),
      byToken: new Map(),
      held: new Map(),
      sharing: new Map(),
      usedBy: new Map(),
      used: { files: 0, bytes: 0 },
      contents: new Map(),
    });
  });

  it('knows how many files have the same bytes', () => {
    const same = { sha256: 'same' };
    expect([...filesAfter(uploads(1, 1, same), uploads(2, 2, same), fileDeleted(1, 1)).contents]).to.deep.equal([
      ['same', 1],
    ]);
  });

  it('a message shares a file until it is deleted, whichever of its versions links it', () => {
    const news = [
      uploads(1, 1),
      uploads(2, 1),
      says(1, 1, place, linking(1)),
      edits(1, 1, place, linking(2), 'files'),
      edits(1, 1, place, 'nothing', 'files'),
      says(2, 1, place, linking(2)),
    ];
    const files = filesAfter(...news);
    expect([sharersOf(files, 1), sharersOf(files, 2)]).to.deep.equal([[1], [1, 2]]);
    const later = filesAfter(...news, deletes(1, 1, place, [1, 2]));
    expect([sharersOf(later, 1), sharersOf(later, 2)]).to.deep.equal([[], [2]]);
    expect([...later.sharing.keys()]).to.deep.equal([2]);
  });

  it('files are shared by their owner and by whoever reads a message that shares them', () => {
    const state = stateAfter([
      ...past,
      uploads(1, 1),
      uploads(2, 1),
      uploads(3, 1),
      says(1, 1, place, linking(1)),
      says(2, 1, between(1, 3), linking(2)),
      says(3, 1, inTopic(2, 'x'), linking(3)),
    ]);
    const allowed = [1, 2, 3].map((id) =>
      [1, 2, 3].filter((fileId) => {
        const one = state.files.byId.get(file(fileId));
        return one && mayShare(state, user(id), one);
      }),
    );
    expect(allowed).to.deep.equal([[1, 2, 3], [1], [2]]);
  });
});
