/** The copies in a folder: which are found at a start, which are removed, and when. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { v7 } from 'uuid';
import type { Followed } from '../../../src/engine/follow/follower.ts';
import { type CopiesParts, PastCopies } from '../../../src/past/copies/copies.ts';
import { idTime } from '../../../src/past/erasing.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const realmId = 1 as RealmId;
const began = Date.UTC(2026, 0, 1);
/** An id that was made this many seconds after the beginning. */
const idAt = (secs: number): string => v7({ msecs: began + secs * 1_000 });

/** A deletion of an event whose id was made then. */
const deletion = (position: number, id: string | undefined, realm = 1): StoredEvent =>
  ({
    type: 'MessageDeleted',
    stream: `message-${realm}.7`,
    revision: 3,
    position,
    id: idAt(900),
    metadata: {},
    realmId: realm,
    data: { leaves: id === undefined ? [] : [{ v: 2, id }] },
  }) as unknown as StoredEvent;
const followed = (event: StoredEvent): Followed =>
  ({ event, realm: undefined, clientEvents: [] }) as unknown as Followed;

describe('copies of the past', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(temporaryFolder(), 'past-copies');
  });

  const open = async (own: Partial<CopiesParts> = {}, { log = [] as StoredEvent[], begin = 0 } = {}) => {
    const copies = new PastCopies({
      folder,
      log: {
        tail: async () => 10 ** 6,
        async *readAll(after) {
          for (const event of log) if (event.position > after) yield event;
        },
      },
      logger: pino({ level: 'silent' }),
      bytesMax: 10 ** 9,
      freeBytes: () => limits.keptFreeByCopiesBytes * 2,
      ...own,
    });
    await copies.compare(begin);
    return copies;
  };
  /** A copy at a position, made of as many events, whose ids were made in as many seconds. */
  const add = async (copies: PastCopies, position: number, knownTo = position): Promise<boolean> => {
    const making = copies.begin(realmId);
    const partial = making.folder();
    writeFileSync(join(partial, 'read-store-1.mdb'), 'x'.repeat(10_000));
    const kept = { position, folded: position, knownTo, idMax: idTime(idAt(position)) ?? 0 };
    return copies.add(realmId, partial, kept).finally(making.end);
  };
  const positions = (copies: PastCopies): number[] => copies.of(realmId).map(({ position }) => position);
  const folders = (): number => readdirSync(folder).filter((name) => !name.endsWith('.json')).length;

  it('are found again at the next start, and the nearest one before a moment is returned', async () => {
    const before = await open();
    for (const position of [20, 10, 30]) expect(await add(before, position)).to.equal(true);
    await before.close();
    const copies = await open();
    expect(positions(copies)).to.deep.equal([10, 20, 30]);
    expect(copies.counts.copies).to.equal(3);
    expect(copies.counts.bytes).to.be.within(30_000, 40_000);
    expect([9, 10, 29, 99].map((at) => copies.nearest(realmId, at)?.position)).to.deep.equal([undefined, 10, 20, 30]);
    expect(copies.nearest(2 as RealmId, 99)).to.equal(undefined);
  });

  it('are not used before they are compared with the log', async () => {
    await add(await open(), 10);
    const copies = new PastCopies({
      folder,
      log: { tail: async () => 0, readAll: async function* () {} },
      logger: pino(),
      bytesMax: 1e9,
    });
    expect(positions(copies)).to.deep.equal([]);
    await copies.scrubbed();
    expect(folders()).to.equal(0);
  });

  it('are removed by a start if they are incomplete, were changed, or are of another version', async () => {
    const before = await open();
    for (const position of [10, 20, 30, 40]) await add(before, position);
    const making = before.begin(realmId);
    writeFileSync(join(making.folder(), 'read-store-1.mdb'), 'half');
    mkdirSync(join(folder, '1-without-a-manifest'));
    const [, changed, other, cut] = before.of(realmId).map((copy) => join(copy.folder, 'manifest.json'));
    const edit = (file: string | undefined, from: string, to: string): void =>
      writeFileSync(String(file), readFileSync(String(file), 'utf8').replace(from, to));
    edit(changed, '"position":20', '"position":19');
    const { sha256: _, ...ofOther } = JSON.parse(readFileSync(String(other), 'utf8'));
    const manifest = { ...ofOther, version: 'another' };
    const text = JSON.stringify(Object.entries(manifest).sort(([one], [two]) => (one < two ? -1 : 1)));
    const sha256 = createHash('sha256').update(text).digest('base64url');
    writeFileSync(String(other), JSON.stringify({ ...manifest, sha256 }));
    edit(cut, '}', '');
    const copies = await open();
    expect(positions(copies)).to.deep.equal([10]);
    expect(folders()).to.equal(1);
  });

  it('are removed as soon as something that may be in them is erased', async () => {
    const erased: number[] = [];
    const copies = await open({ onErased: (realm) => erased.push(realm) });
    for (const position of [10, 20, 30]) await add(copies, position);
    copies.see(followed(deletion(31, idAt(5), 2)));
    copies.see(followed({ ...deletion(32, undefined), type: 'MessageSent' }));
    expect(positions(copies)).to.deep.equal([10, 20, 30]);
    copies.see(followed(deletion(33, idAt(15))));
    expect(positions(copies)).to.deep.equal([10]);
    await copies.scrubbed();
    expect(folders()).to.equal(1);
    copies.see(followed(deletion(34, idAt(35))));
    expect(positions(copies)).to.deep.equal([10]);
    expect(erased).to.deep.equal([1]);
  });

  for (const [what, id] of [
    ['it does not say what', undefined],
    ['an id does not tell when it was made', 'b3c2b3c2-0000-5000-8000-000000000000'],
  ] as const)
    it(`are removed if something was erased and ${what}`, async () => {
      const copies = await open();
      await add(copies, 10);
      copies.see(followed(deletion(33, id)));
      expect(positions(copies)).to.deep.equal([]);
    });

  it('stay if the erasure was known when they were made', async () => {
    const copies = await open();
    await add(copies, 10, 40);
    copies.see(followed(deletion(40, idAt(5))));
    expect(positions(copies)).to.deep.equal([10]);
    copies.see(followed(deletion(41, idAt(5))));
    expect(positions(copies)).to.deep.equal([]);
  });

  it('are discarded if something in them was erased while they were made', async () => {
    const copies = await open();
    const making = copies.begin(realmId);
    const partial = making.folder();
    copies.see(followed(deletion(33, idAt(5))));
    const kept = { position: 10, folded: 10, knownTo: 10, idMax: idTime(idAt(10)) ?? 0 };
    expect(await copies.add(realmId, partial, kept)).to.equal(false);
    expect(folders()).to.equal(0);
    expect(await copies.add(realmId, making.folder(), { ...kept, knownTo: 33 })).to.equal(true);
  });

  it('are compared at a start with what was erased since the last comparison', async () => {
    const before = await open();
    for (const position of [10, 20]) await add(before, position);
    before.see(followed({ ...deletion(50, undefined), type: 'MessageSent' }));
    await before.close();
    const log = [deletion(45, idAt(5)), deletion(60, idAt(15)), deletion(70, idAt(5))];
    // Everything up to 50 was compared, and what comes after 60 is followed.
    const next = await open({}, { log, begin: 60 });
    expect(positions(next)).to.deep.equal([10]);
    await next.scrubbed();
    // What is followed again, because a snapshot was lost, was compared already.
    const again = await open({}, { log, begin: 0 });
    again.see(followed(deletion(45, idAt(5))));
    expect(positions(again)).to.deep.equal([10]);
    expect(positions(await open({}, { log, begin: 70 }))).to.deep.equal([]);
  });

  it('are all removed at a start after which too much would have to be read, or the log cannot be', async () => {
    await add(await open(), 10);
    const log = Array.from({ length: 20_001 }, (_, at) => ({ ...deletion(11 + at, undefined, 2) }));
    expect(positions(await open({}, { log, begin: 10 ** 6 }))).to.deep.equal([]);
    await add(await open(), 10);
    const failing = {
      tail: async () => 100,
      // biome-ignore lint/correctness/useYield: it fails before.
      readAll: async function* (): AsyncGenerator<StoredEvent> {
        throw new Error('out of reach');
      },
    };
    expect(positions(await open({ log: failing }, { begin: 100 }))).to.deep.equal([]);
  });

  it('are all removed at a start with a log that ends before the erasures that they know', async () => {
    const readAll = async function* (): AsyncGenerator<StoredEvent> {};
    await add(await open(), 10, 40);
    expect(positions(await open({ log: { readAll, tail: async () => 40 } }))).to.deep.equal([10]);
    expect(positions(await open({ log: { readAll, tail: async () => 39 } }))).to.deep.equal([]);
  });

  it('are at most pastCopiesMax for each organization', async () => {
    const copies = await open();
    for (let position = 1; position <= limits.pastCopiesMax + 3; position += 1) await add(copies, position * 10);
    expect(positions(copies))
      .to.have.length(limits.pastCopiesMax)
      .and.to.include((limits.pastCopiesMax + 3) * 10);
  });

  it('are limited in bytes, and are removed if the disk has less than keptFreeByCopiesBytes', async () => {
    let free = limits.keptFreeByCopiesBytes * 2;
    const copies = await open({ bytesMax: 35_000, freeBytes: () => free });
    for (const position of [10, 20, 30, 40]) await add(copies, position);
    expect(positions(copies)).to.have.length(3).and.to.include(40);
    free = limits.keptFreeByCopiesBytes - 1;
    copies.makeRoom();
    expect(positions(copies)).to.have.length(2);
    free = 0;
    copies.makeRoom();
    expect(positions(copies)).to.deep.equal([]);
    await copies.close();
    expect(existsSync(folder) && folders()).to.equal(0);
  });
});
