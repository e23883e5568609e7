import { createHash } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { openFolderFileStore } from '../../../src/adapters/folder/file-store.ts';
import { openS3FileStore } from '../../../src/adapters/s3/file-store.ts';
import { Contents, contentKey } from '../../../src/engine/files/contents.ts';
import { emptyServer, type ServerState } from '../../../src/state/realm-state.ts';
import { RealmId } from '../../../src/vocabulary/ids.ts';
import { type Refusal, Refused } from '../../../src/vocabulary/refusals.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const realmId = RealmId.parse(1);
const sha256OfBytes = createHash('sha256').update('bytes').digest('hex');

/** Whether the bytes of an upload are there after its append failed like this. */
async function isKeptAfter(
  failure: Error,
  catchUp: (state: ServerState) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const store = await openFolderFileStore(temporaryFolder());
  const state = emptyServer();
  state.realms.set(realmId, { files: { contents: new Map<string, number>() } } as never);
  const contents = new Contents(store, () => ({ state, follower: { catchUp: () => catchUp(state) } }));
  const file = await contents.receive(Readable.from([Buffer.from('bytes')]), 100);
  const seen = await contents.keep(realmId, file, () => Promise.reject(failure)).catch((error: unknown) => error);
  expect(seen).to.equal(failure);
  const stored = await contents.open(realmId, file.sha256);
  stored?.destroy();
  return stored !== undefined;
}

const refused = (refusal: Refusal): Error => new Refused(refusal);

describe('the bytes of a file that was not acknowledged', () => {
  it('are removed if the log has no such file', async () => {
    expect(await isKeptAfter(refused({ code: 'file-quota', of: 'user' }))).to.equal(false);
    expect(await isKeptAfter(refused({ code: 'unavailable', detail: 'full', cause: 'disk-full' }))).to.equal(false);
  });

  it('stay if the log may have one', async () => {
    expect(await isKeptAfter(new Error('whether the append was carried out is not known'))).to.equal(true);
  });

  it('stay if acknowledged files of the same content may not be folded yet', async () => {
    expect(await isKeptAfter(refused({ code: 'unavailable', detail: 'not folded' }))).to.equal(true);
  });

  it('stay if another process has acknowledged a file with the same content, or if this is unknown', async () => {
    const catchUps = [
      async (state: ServerState) => {
        state.realms.get(realmId)?.files.contents.set(sha256OfBytes, 1);
      },
      () => Promise.reject(new Error('the log cannot be reached')),
    ];
    for (const catchUp of catchUps)
      expect(await isKeptAfter(refused({ code: 'file-quota', of: 'user' }), catchUp)).to.equal(true);
  });
});

describe('the bytes of an upload while another process removes the same content from a shared store', () => {
  let server: S3Server;
  before(async () => {
    server = await startS3Server();
  });
  after(() => server.stop());

  /** Two processes over one log and one bucket. */
  async function processes(beforeRemoval: () => Promise<void>, more: { catchUp?: () => Promise<void> } = {}) {
    const state = emptyServer();
    const files = { contents: new Map<string, number>() };
    state.realms.set(realmId, { files } as never);
    const open = () => openS3FileStore(server.address, { incoming: join(temporaryFolder(), 'incoming') });
    const [store, other] = [await open(), await open()];
    const remove: typeof other.remove = async (key) => {
      await beforeRemoval();
      await other.remove(key);
    };
    const resolved = (): Promise<void> => Promise.resolve();
    const following =
      (catchUp = resolved) =>
      () => ({ state, follower: { catchUp } });
    const uploading = new Contents(store, following());
    const removing = new Contents({ ...other, remove }, following(more.catchUp));
    const upload = async (append: () => Promise<void> = async () => undefined): Promise<void> => {
      const file = await uploading.receive(Readable.from([Buffer.from('bytes')]), 100);
      await uploading.keep(realmId, file, async () => {
        await append();
        files.contents.set(sha256OfBytes, 1);
      });
      await file.discard();
    };
    const read = async () => {
      const bytes = await uploading.open(realmId, sha256OfBytes);
      return bytes && String(await buffer(bytes));
    };
    const emptied = async () => {
      files.contents.clear();
      await removing.remove(realmId, sha256OfBytes);
      return [await read(), readdirSync(store.incoming), readdirSync(other.incoming)];
    };
    return { uploading, removing, upload, read, files, emptied };
  }

  it('exist afterwards, in whichever order the two happen', async () => {
    let meanwhile = async (): Promise<void> => undefined;
    const one = await processes(() => meanwhile());
    await one.upload();
    one.files.contents.clear();
    meanwhile = () => one.upload();
    await one.removing.remove(realmId, sha256OfBytes);
    expect(await one.read()).to.equal('bytes');
    meanwhile = async () => undefined;
    expect(await one.emptied()).to.deep.equal([undefined, [], []]);
    await one.upload(() => one.removing.remove(realmId, sha256OfBytes));
    expect(await one.read()).to.equal('bytes');
    expect(await one.emptied()).to.deep.equal([undefined, [], []]);
  });

  it('exist if the log is out of reach after the removal', async () => {
    let isAway = false;
    const catchUp = () => (isAway ? Promise.reject(new Error('the log is away')) : Promise.resolve());
    const one = await processes(
      async () => {
        isAway = true;
      },
      { catchUp },
    );
    await one.upload();
    one.files.contents.clear();
    const failed = await one.removing.remove(realmId, sha256OfBytes).catch((error: Error) => error.message);
    expect([failed, await one.read()]).to.deep.equal(['the log is away', 'bytes']);
  });
});

describe('the bytes of an upload whose process ended before its event was in the log', () => {
  it('are swept when they are old, unlike those of files, of other organizations and of current uploads', async () => {
    const folder = temporaryFolder();
    const store = await openFolderFileStore(folder);
    const state = emptyServer();
    const files = { contents: new Map<string, number>() };
    state.realms.set(realmId, { files } as never);
    const contents = new Contents(store, () => ({ state, follower: { catchUp: async () => undefined } }));
    const stored = async (of: RealmId, text: string): Promise<string> => {
      const file = await contents.receive(Readable.from([Buffer.from(text)]), 100);
      await contents.keep(of, file, async () => undefined);
      return file.sha256;
    };
    const [orphan, used, young] = [await stored(realmId, 'a'), await stored(realmId, 'b'), await stored(realmId, 'c')];
    const foreign = await stored(RealmId.parse(9), 'a');
    files.contents.set(used, 1);
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const [of, sha256] of [
      [realmId, orphan],
      [realmId, used],
      [9, foreign],
    ] as const)
      utimesSync(join(folder, 'stored', contentKey(of as RealmId, sha256)), hourAgo, hourAgo);
    expect(await contents.sweep(Date.now() - 60_000)).to.equal(1);
    const left: string[] = [];
    for await (const { key } of store.list()) left.push(key);
    expect(left).to.have.members([
      contentKey(realmId, used),
      contentKey(realmId, young),
      contentKey(RealmId.parse(9), foreign),
    ]);
    expect(await contents.sweep(Date.now() - 60_000)).to.equal(0);
  });
});
