import { expect } from 'chai';
import { mayShare } from '../../src/state/file-access.ts';
import { type Files, fileOfToken, usageOf } from '../../src/state/files.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { file, fileDeleted, linking, tokenOf, uploads } from '../support/file-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { held, heldDeletionsEnded } from '../support/hold-writes.ts';
import {
  between,
  deletes,
  edits,
  founded,
  inTopic,
  newUser,
  opened,
  sends,
  submessaged,
  text,
} from '../support/past-events.ts';
import { avatarChanged } from '../support/writes.ts';

const place = inTopic(1, 'lunch');
const past = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3, { role: 600 }),
  opened(1, 'general', [1]),
  opened(2, 'secret', [1], { inviteOnly: true }),
];
const filesAfter = (...news: Given[]): Files => stateAfter([...past, ...news]).files;
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

  it('finds a file by the token in its address', () => {
    const files = filesAfter(uploads(1, 1), uploads(2, 1), fileDeleted(2, 1));
    expect(fileOfToken(files, tokenOf(1))?.fileId).to.equal(1);
    expect([fileOfToken(files, tokenOf(2)), fileOfToken(files, 'other')]).to.deep.equal([undefined, undefined]);
    expect(files.fileIdMax).to.equal(2);
    // Its upload is gone from the log.
    expect(filesAfter(fileDeleted(7, 1)).fileIdMax).to.equal(7);
    expect(filesAfter(uploads(3, 1), uploads(2, 1)).fileIdMax).to.equal(3);
  });

  it('keeps the bytes of a file that is held, and releases them with the hold', () => {
    const kept = [uploads(1, 1, { sha256: 'same' }), fileDeleted(1, 1, { held: true })];
    const files = filesAfter(...kept);
    expect([...files.held.keys(), ...files.contents]).to.deep.equal([1, ['same', 1]]);
    expect([files.byId.size, files.used.files]).to.deep.equal([0, 0]);
    // An active hold may have been placed after it was decided.
    const hold = held(1, { users: [1] });
    expect([...filesAfter(hold, uploads(1, 1), fileDeleted(1, 1)).held.keys()]).to.deep.equal([1]);
    expect(filesAfter(uploads(1, 1), fileDeleted(1, 1)).held.size).to.equal(0);
    const gone = filesAfter(...kept, heldDeletionsEnded([], [1, 9]));
    expect([gone.held.size, gone.contents.size]).to.deep.equal([0, 0]);
  });

  it('knows whom the versions of a message that shares files mention, and who added submessages', () => {
    const mentioning = (...ids: number[]) => text('hello', { uploads: [file(1)], mentioned: ids.map(user) });
    const sharing = (...news: Given[]) => filesAfter(uploads(1, 1), ...news).sharing.get(1 as MessageId);
    const message = { ...sends(1, 1, place, mentioning(2), { alsoTo: [8] }), metadata: { at: 5 } };
    expect(sharing(message)).to.deep.equal({ messageId: 1, senderId: 1, sentAt: 5, place, alsoAddressed: [8, 2] });
    const edited = edits(1, 1, place, mentioning(3), 'hello', { at: 9 });
    expect(sharing(message, edited)).to.deep.include({ sentAt: 5, alsoAddressed: [8, 2, 3] });
    const added = submessaged(1, 1, 4, place);
    expect(sharing(message, added, added)?.alsoAddressed).to.deep.equal([8, 2, 4]);
    expect(sharing(message, added)).to.include({ messageId: 1, senderId: 1, sentAt: 5 });
    expect(sharing(sends(1, 1, place, 'no file'), added)).to.equal(undefined);
    // The first version that links a file, with the earlier versions.
    const before = { ...edited.event.data, mentionedBefore: [user(7)], sentAt: 2 } as never;
    const linked = { ...edited, event: { ...edited.event, data: before } as Given['event'] };
    expect(sharing(linked)).to.deep.include({ sentAt: 2, alsoAddressed: [7, 3] });
    expect(sharing(edited)).to.deep.include({ sentAt: 9, alsoAddressed: [3] });
    expect(sharing(message, deletes(1, 1, place, [1, 9]))).to.equal(undefined);
  });

  it('knows how many files have the same bytes', () => {
    const avatars = [
      avatarChanged(1, 2, 'one', null),
      avatarChanged(2, 2, 'one', null),
      avatarChanged(1, 3, 'two', 'one'),
    ];
    expect([...filesAfter(...avatars).contents]).to.deep.equal([
      ['one', 1],
      ['two', 1],
    ]);
    expect([...filesAfter(...avatars, avatarChanged(1, 4, null, 'two')).contents]).to.deep.equal([['one', 1]]);
    const same = { sha256: 'same' };
    expect([...filesAfter(uploads(1, 1, same), uploads(2, 2, same), fileDeleted(1, 1)).contents]).to.deep.equal([
      ['same', 1],
    ]);
  });

  it('a message shares a file until it is deleted, whichever of its versions links it', () => {
    const news = [
      uploads(1, 1),
      uploads(2, 1),
      sends(1, 1, place, linking(1)),
      edits(1, 1, place, linking(2), 'files'),
      edits(1, 1, place, 'nothing', 'files'),
      sends(2, 1, place, linking(2)),
    ];
    const files = filesAfter(...news);
    expect([sharersOf(files, 1), sharersOf(files, 2)]).to.deep.equal([[1], [1, 2]]);
    const later = filesAfter(...news, deletes(1, 1, place, [1, 2]));
    expect([sharersOf(later, 1), sharersOf(later, 2)]).to.deep.equal([[], [2]]);
    expect([...later.sharing.keys()]).to.deep.equal([2]);
  });

  it('files are shared by their owner and by users who read a message that shares them', () => {
    const state = stateAfter([
      ...past,
      uploads(1, 1),
      uploads(2, 1),
      uploads(3, 1),
      sends(1, 1, place, linking(1)),
      sends(2, 1, between(1, 3), linking(2)),
      sends(3, 1, inTopic(2, 'x'), linking(3)),
      sends(4, 1, between(1, 3), linking(3)),
      uploads(4, 2),
    ]);
    const allowed = [1, 2, 3].map((id) =>
      [1, 2, 3, 4].filter((fileId) => {
        const one = state.files.byId.get(file(fileId));
        return one && mayShare(state, user(id), one);
      }),
    );
    expect(allowed).to.deep.equal([
      [1, 2, 3],
      [1, 4],
      [2, 3],
    ]);
  });
});
