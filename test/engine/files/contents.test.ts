import { Readable } from 'node:stream';
import { expect } from 'chai';
import { openFolderFileStore } from '../../../src/adapters/folder/file-store.ts';
import { Contents } from '../../../src/engine/files/contents.ts';
import { emptyServer } from '../../../src/state/realm-state.ts';
import { RealmId } from '../../../src/vocabulary/ids.ts';
import { type Refusal, Refused } from '../../../src/vocabulary/refusals.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const realmId = RealmId.parse(1);

/** Whether the bytes of an upload are there after its append failed like this. */
async function isKeptAfter(failure: Error): Promise<boolean> {
  const store = await openFolderFileStore(temporaryFolder());
  const contents = new Contents(store, () => ({ state: emptyServer(), follower: { catchUp: async () => undefined } }));
  const file = await contents.receive(Readable.from([Buffer.from('bytes')]), 100);
  const seen = await contents.keep(realmId, file, () => Promise.reject(failure)).catch((error: unknown) => error);
  expect(seen).to.equal(failure);
  const stored = await contents.open(realmId, file.sha256);
  stored?.destroy();
  return stored !== undefined;
}

const refused = (refusal: Refusal): Error => new Refused(refusal);

describe('the bytes of a file that was not acknowledged', () => {
  it('are removed where the log has no such file', async () => {
    expect(await isKeptAfter(refused({ code: 'file-quota', of: 'user' }))).to.equal(false);
    expect(await isKeptAfter(refused({ code: 'unavailable', detail: 'full', cause: 'disk-full' }))).to.equal(false);
  });

  it('stay where the log may have one', async () => {
    expect(await isKeptAfter(new Error('whether the append was carried out is not known'))).to.equal(true);
  });

  it('stay where acknowledged files of the same content may not be folded yet', async () => {
    expect(await isKeptAfter(refused({ code: 'unavailable', detail: 'not folded' }))).to.equal(true);
  });
});
