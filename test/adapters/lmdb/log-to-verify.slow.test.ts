/** Changes any single byte of the log's file: verification names the event. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { open as openLmdb } from 'lmdb';
import { v7 } from 'uuid';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbLogToVerify } from '../../../src/adapters/lmdb/log-to-verify.ts';
import { EventLogDamaged } from '../../../src/ports/event-log.ts';
import { type SealedPast, sealedPast, type Verification, verified } from '../../audit/sealed-past.ts';
import { sealedIn } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A log file with this many messages, which no service has open. */
async function sealedFile(messages: number) {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(`${folder}/log`);
  const { test } = await sealedPast(log, folder, { messages, eventsMax: 200 });
  await log.append('policy-0.welcomes', [unrecorded('PolicyStarted')], 'none');
  await log.append('queue-1.2:3', [unrecorded('EventQueueTouched')], 'none');
  const whole = await sealedIn(log);
  await test.close();
  await log.close();
  const file = openLmdb({ path: `${folder}/log/log-1.mdb`, maxDbs: 3, noSync: true });
  const stored = file.openDB<string, number>('events', { encoding: 'string' });
  const reading = await openLmdbLogToVerify(`${folder}/log`, (open) => open(false));
  return {
    past: whole,
    textOf: (id: string): string => stored.get(positionOf(whole, id)) ?? '',
    /** Rewrites the stored texts of events, or removes them, verifies, and puts back what there was. */
    async with(texts: ReadonlyMap<string, string | undefined>): Promise<Verification> {
      const before = [...texts.keys()].map((id) => ({ id, text: this.textOf(id) }));
      const write = (id: string, text: string | undefined): Promise<boolean> =>
        text === undefined ? stored.remove(positionOf(whole, id)) : stored.put(positionOf(whole, id), text);
      await Promise.all([...texts].map(([id, text]) => write(id, text)));
      await nextReading();
      const found = await verified(reading);
      await Promise.all(before.map(({ id, text }) => write(id, text)));
      return found;
    },
    async close() {
      await reading.close();
      await file.close();
    },
  };
}

/** An event without a leaf. */
const unrecorded = (type: string) => ({
  id: v7(),
  type,
  data: { policy: 'welcomes' },
  metadata: { actor: null, at: 1_700_000_000_000, client: 'test', requestId: 'test', salt: 'salt', schema: 1 },
});

/** LMDB keeps a read transaction until a timer that it sets at the first read. This timer is set later. */
const nextReading = (): Promise<void> => pause(1);

const positionOf = ({ events }: SealedPast, wanted: string): number =>
  events.find(({ id }) => id === wanted)?.position ?? Number.NaN;

const flipped = (text: string, place: number, bit: number): string =>
  `${text.slice(0, place)}${String.fromCharCode(text.charCodeAt(place) ^ bit)}${text.slice(place + 1)}`;

/** Messages, in the order of their leaves. */
const messagesOf = ({ events, ids }: SealedPast) => {
  const ofMessages = new Set(events.filter(({ type }) => type === 'MessageSent').map(({ id }) => id));
  return ids.map((id, index) => ({ id, index })).filter(({ id }) => ofMessages.has(id));
};

type SealedFile = Awaited<ReturnType<typeof sealedFile>>;

describe('the embedded log for verification', () => {
  describe('with many messages', () => {
    let file: SealedFile;
    before(async () => {
      file = await sealedFile(600);
    });
    after(() => file.close());

    it('is intact if nobody changed anything', async () => {
      const { findings, result } = await file.with(new Map());
      expect(findings).to.deep.equal([]);
      expect(result).to.include({ exit: 0, size: file.past.ids.length });
    });

    it("shows a changed byte at each place of an event's text, at its index", async () => {
      // The next place in each next message, and another bit.
      const messages = messagesOf(file.past).filter(({ id }, place) => place < file.textOf(id).length);
      expect(messages.length).to.be.above(400);
      const bitAt = (place: number): number => [1, 4, 0x40][place % 3] ?? 1;
      const { findings, result } = await file.with(
        new Map(messages.map(({ id }, place) => [id, flipped(file.textOf(id), place, bitAt(place))])),
      );
      expect(findings.map(({ kind, index, event }) => ({ kind, index, event }))).to.have.deep.members(
        messages.map(({ id, index }) => ({ kind: 'CHANGED', index, event: id })),
      );
      expect(result.exit).to.equal(1);
    });
  });

  describe('with few messages', () => {
    let file: SealedFile;
    before(async () => {
      file = await sealedFile(3);
    });
    after(() => file.close());

    it('shows an event whose JSON has another form, unless only its metadata are in another order', async () => {
      const [, { id, index } = { id: '', index: -1 }] = messagesOf(file.past);
      const text = file.textOf(id);
      const { stream, revision, type, data, metadata } = JSON.parse(text);
      const turned = Object.fromEntries(Object.entries(metadata).reverse());
      const same = JSON.stringify({ stream, revision, id, type, data, metadata: turned });
      expect(same).not.to.equal(text);
      const { findings: ofSame, result } = await file.with(new Map([[id, same]]));
      expect([ofSame, result.exit]).to.deep.equal([[], 0]);
      for (const other of [
        text.replace(',"data":{', ',"data":{ '),
        text.replace(',"data":{', ',"data":{"x":1,'),
        text.replace('"data":{', '"data":{}, "data":{ "x":1,'),
      ]) {
        const { findings } = await file.with(new Map([[id, other]]));
        expect(findings).to.deep.equal([{ kind: 'CHANGED', index, event: id }]);
      }
    });

    it('names the position of an event that can have no leaf and cannot be read', async () => {
      const types = ['PolicyStarted', 'EventQueueTouched', 'LedgerSealed'];
      const events = types.map((wanted) => file.past.events.findLast(({ type }) => type === wanted));
      for (const { id, position } of events.filter((event) => event !== undefined)) {
        const text = file.textOf(id);
        const places = ['stream"', '-', '"type"', '"data"', '"metadata"'].map((part) => text.indexOf(part));
        for (const place of places) {
          const changed = flipped(text, place, 1);
          const { findings, result } = await file.with(new Map([[id, changed]]));
          const unread = findings.filter(({ why }) => why === `position ${position} cannot be read`);
          expect(unread, changed).to.have.length(1);
          expect(result.exit, changed).to.equal(1);
        }
      }
      expect(events).to.have.length(types.length);
    });

    it('shows an event that was removed', async () => {
      const [, { id, index } = { id: '', index: -1 }] = messagesOf(file.past);
      const { findings } = await file.with(new Map([[id, undefined]]));
      expect(findings).to.deep.equal([{ kind: 'MISSING', index, event: id }]);
    });

    it('shows a changed byte at every third place of the beginning of the ledger', async () => {
      const began = file.past.events.find(({ type }) => type === 'LedgerBegan')?.id ?? '';
      const index = file.past.ids.indexOf(began);
      const text = file.textOf(began);
      for (let place = 0; place < text.length; place += 3) {
        const { findings, result } = await file.with(new Map([[began, flipped(text, place, 1)]]));
        const shown = findings.filter((one) => one.index === index).map(({ kind, event }) => ({ kind, event }));
        expect(shown, `${place}`).to.deep.equal([{ kind: 'CHANGED', event: began }]);
        expect(result.exit).to.equal(1);
      }
    });

    it('shows a changed byte throughout what was sealed', async () => {
      const sealed = file.past.events.find(({ type }) => type === 'LedgerSealed')?.id ?? '';
      const text = file.textOf(sealed);
      const [begin, end] = [text.indexOf('"data":'), text.indexOf('"metadata":')];
      for (let place = begin; place < end; place += 17) {
        const { result } = await file.with(new Map([[sealed, flipped(text, place, 1)]]));
        expect(result.exit, `${place} ${text.slice(place - 60, place + 40)}`).to.equal(1);
      }
    });
  });
});

describe('opening the embedded log for verification', () => {
  /** A closed log, and how often it was asked for a pause. `inUse`: whether a process uses the file, at each pause. */
  async function closedLog(...inUse: readonly boolean[]) {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(folder);
    await log.close();
    let pauses = 0;
    const open = () =>
      openLmdbLogToVerify(folder, (opened) => {
        pauses += 1;
        return opened(inUse[pauses - 1] === true);
      });
    return { folder, open, pauses: () => pauses };
  }

  it('checks the file first if no process uses it', async () => {
    const { folder, open, pauses } = await closedLog(false);
    await writeFile(join(folder, 'log-1.mdb'), 'no log');
    expect(await open().catch((error: unknown) => error)).to.be.instanceOf(EventLogDamaged);
    expect(pauses()).to.equal(1);
  });

  it('pauses writes once if a process uses it, which has checked it', async () => {
    const { open, pauses } = await closedLog(true);
    await (await open()).close();
    expect(pauses()).to.equal(1);
  });

  it('asks again after the check, because a service may have started', async () => {
    const { open, pauses } = await closedLog(false, true);
    await (await open()).close();
    expect(pauses()).to.equal(2);
  });
});
