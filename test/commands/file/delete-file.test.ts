import { expect } from 'chai';
import { deleteFile } from '../../../commands/file/delete-file.ts';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { file, fileDeleted, uploads } from '../../support/file-writes.ts';
import { appends, askingFor, type Given, given, realmId, testNow } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { user } from '../../support/organization.ts';
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
} from '../../support/past-events.ts';

const place = inTopic(1, 'lunch');
const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), opened(1, 'general', [1, 2]), uploads(5, 2)];
const asks = askingFor(deleteFile, past);
const shared = sends(7, 2, place, text('a file', { uploads: [file(5)] }));
const at = testNow - 1_000_000 + 6;
const happens = appends(logStream.file(realmId, file(5)), 'FileDeleted', {
  fileId: file(5),
  userId: user(2),
  uploadedAt: at + 1,
  leaves: [
    {
      v: 2 as const,
      id: '00000000-0000-4000-8000-000000000007' as never,
      stream: logStream.file(realmId, file(5)),
      type: 'FileUploaded',
      schema: 1,
      at,
      actor: null,
      commit: 'commitment of 00000000-0000-4000-8000-000000000007',
    },
  ],
});

describeCommand(deleteFile, () => {
  it('deletes a file of the caller, shared or not, and keeps proof of it', () => {
    asks(2, { fileId: file(5) }).thenHappens(happens);
    asks(2, { fileId: file(5) }, shared).thenHappens(happens);
  });

  it("gives the same answer for another user's file, even to administrators, and for a missing one", () => {
    asks(1, { fileId: file(5) }, shared).thenRefused('file-missing');
    asks(2, { fileId: file(6) }).thenRefused('file-missing');
    asks(2, { fileId: file(5) }, fileDeleted(5, 2)).thenRefused('file-missing');
  });

  it('allows the service to delete files that no message shares any more, and nothing else', () => {
    asks(null, { fileId: file(5) }, shared, deletes(7, 2, place, [5])).thenHappens(happens);
    asks(null, { fileId: file(5) }, shared).thenNothing();
  });

  describe('says that a file is held that a message shares', () => {
    const hold = [...newUser(3), held(1, { users: [3] })];
    const file5 = { uploads: [file(5)] };
    const mention = { mentioned: [user(3)] };
    const isHeldAfter = (before: Pick<ReturnType<typeof given>, 'when'>): boolean => {
      const { decision } = before.when(deleteFile, { fileId: file(5) }, { actor: 2 });
      const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
      return event?.type === 'FileDeleted' && event.data.held === true;
    };
    const isHeld = (...messages: Given[]): boolean => isHeldAfter(given(past, hold, messages));
    const changed = (what: Parameters<typeof text>[1]) => edits(7, 2, place, text('changed', what), 'a file');

    it('which mentions a custodian', () => {
      expect(isHeld(shared)).to.equal(false);
      expect(isHeld(sends(7, 2, place, text('a file', { ...file5, ...mention })))).to.equal(true);
      expect(isHeld(shared, changed({ ...file5, ...mention }))).to.equal(true);
      expect(isHeld(sends(7, 2, between(1, 2), text('a file', { ...file5, ...mention })))).to.equal(true);
    });

    it('which mentions a custodian in a version that does not link it any more', () => {
      expect(isHeld(shared, changed(mention))).to.equal(true);
      expect(isHeld(shared, changed({}), changed(mention), changed({}))).to.equal(true);
      expect(isHeld(shared, changed({}))).to.equal(false);
    });

    it('which mentions a custodian in versions that did not link it yet, or got a submessage of one then', () => {
      const versions = [text('see above'), text('a file', file5)];
      const edit = { messageId: 7 as never, which: 'one' as const, noticeOld: false, noticeNew: false };
      const isHeldAfterEdits = (...before: Given[]): boolean => {
        let after = given(past, hold, before);
        for (const version of versions)
          after = after
            .when(
              editMessage,
              { ...edit, content: version.content },
              { actor: 2, prepared: { text: version, topicLinks: () => [] } },
            )
            .andThen();
        return isHeldAfter(after);
      };
      expect(isHeldAfterEdits(sends(7, 2, place, text('hello', mention), { at: testNow }))).to.equal(true);
      const hello = sends(7, 2, place, text('hello'), { at: testNow });
      expect(isHeldAfterEdits(hello, submessaged(7, 1, 3, place))).to.equal(true);
      expect(isHeldAfterEdits(hello, submessaged(7, 1, 2, place))).to.equal(false);
    });

    it('to which a custodian added a submessage', () => {
      expect(isHeld(shared, submessaged(7, 1, 3, place))).to.equal(true);
      expect(isHeld(shared, submessaged(7, 1, 2, place))).to.equal(false);
    });
  });
});
