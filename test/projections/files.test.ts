import { expect } from 'chai';
import { fileDocumentId, files, fileUsage, usageDocumentId } from '../../projections/files.ts';
import { fileDeleted, linking, uploads } from '../support/file-writes.ts';
import { type Given, realmId, testNow } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { deletes, edits, inTopic, sends } from '../support/past-events.ts';

const place = inTopic(1, 'lunch');
const filesAfter = async (...past: Given[]) => {
  const view = await readAfter(...past);
  const [one, usage] = await Promise.all([
    view.get(files, fileDocumentId(realmId, 1)),
    view.get(fileUsage, usageDocumentId(realmId)),
  ]);
  return { sharedBy: one?.sharedBy, bytes: usage?.bytes };
};

describe('the read model of files', () => {
  it('has a file until it is deleted, and the total size', async () => {
    expect(await filesAfter(uploads(1, 1, { size: 3 }), uploads(2, 2, { size: 4 }))).to.deep.equal({
      sharedBy: [],
      bytes: 7,
    });
    expect(await filesAfter(uploads(1, 1, { size: 3 }), uploads(2, 2, { size: 4 }), fileDeleted(1, 1))).to.deep.equal({
      sharedBy: undefined,
      bytes: 4,
    });
  });

  it('has the messages that share it, until they are deleted', async () => {
    const sentAt = testNow + 5;
    const edited = edits(2, 1, place, linking(1), 'x');
    const past: Given[] = [
      uploads(1, 1),
      { ...sends(1, 1, place, linking(1)), metadata: { at: testNow } },
      sends(2, 1, place, 'x'),
      { ...edited, event: { ...edited.event, data: { ...edited.event.data, sentAt } } as Given['event'] },
      edits(2, 1, place, linking(1), 'x'),
    ];
    expect((await filesAfter(...past)).sharedBy).to.deep.equal([
      { messageId: 1, sentAt: testNow },
      { messageId: 2, sentAt },
    ]);
    expect((await filesAfter(...past, deletes(1, 1, place, [1]))).sharedBy).to.deep.equal([{ messageId: 2, sentAt }]);
  });
});
