/** Somebody changes the file of the log without the key of the ledger: verification and the service read the same events from it. */
import { cpSync } from 'node:fs';
import { expect } from 'chai';
import { type Database, open as openLmdb } from 'lmdb';
import { v7 } from 'uuid';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbLogToVerify } from '../../../src/adapters/lmdb/log-to-verify.ts';
import { type EventLog, EventLogDamaged, type StoredEvent } from '../../../src/ports/event-log.ts';
import { canonicalJson } from '../../../src/vocabulary/canonical-json.ts';
import { sealedPast, type Verification, verified } from '../../audit/sealed-past.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import * as past from '../../support/past-events.ts';
import { sealedIn, sealing } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const lunch = past.inTopic(1, 'lunch');
const message = 'message-1.2';

type File = {
  /** Position to text. */
  readonly texts: Database<string, number>;
  /** Log stream and revision to position. */
  readonly index: Database<number, [string, number]>;
};

/** A log with a message that was edited twice, with no seal between the edits. The next to last event before the last seal has no leaf. */
async function sealedLog() {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(`${folder}/log`);
  const { test: before } = await sealedPast(log, folder, { messages: 4, eventsMax: 200 });
  await before.close();
  await appendEvents(log, [
    past.edits(2, 3, lunch, past.text('first'), 'said 1'),
    past.edits(2, 3, lunch, past.text('second'), 'first'),
  ]);
  const typing = { actor: 3, at: 1_700_000_000_000, client: 'test', requestId: 'test', salt: 'salt', schema: 1 };
  await log.append('ephemeral-1.typing.3', [{ id: v7(), type: 'Typing', data: {}, metadata: typing }], 'none');
  await appendEvents(log, [past.mutes(3, 1, 'lunch')]);
  const test = await engineIn(folder, { log, sealing });
  await test.engine.sealer?.sealNow();
  const sealed = await sealedIn(log);
  await test.close();
  await log.close();
  return { folder: `${folder}/log`, events: sealed.events, ids: sealed.ids };
}

describe('a log whose file somebody changed', () => {
  let folder: string;
  let events: readonly StoredEvent[];
  let ids: readonly string[];
  let made: string;
  before(async () => {
    ({ folder: made, events, ids } = await sealedLog());
  });
  beforeEach(() => {
    folder = `${temporaryFolder()}/log`;
    cpSync(made, folder, { recursive: true });
  });

  async function changed(change: (file: File) => void | Promise<void>): Promise<void> {
    const file = openLmdb({ path: `${folder}/log-1.mdb`, maxDbs: 3 });
    await change({
      texts: file.openDB<string, number>('events', { encoding: 'string' }),
      index: file.openDB<number, [string, number]>('streams', { encoding: 'ordered-binary' }),
    });
    await file.close();
  }

  async function verification(from = 0): Promise<Verification> {
    const reading = await openLmdbLogToVerify(folder, (open) => open(false));
    const found = await verified(reading.without?.([2]) ?? reading, { from });
    await reading.close();
    return found;
  }

  async function served<T>(read: (log: EventLog) => Promise<T>): Promise<T | EventLogDamaged> {
    const log = await openLmdbEventLog(folder);
    try {
      return await read(log);
    } catch (error) {
      expect(error).to.be.instanceOf(EventLogDamaged);
      return error as EventLogDamaged;
    } finally {
      await log.close();
    }
  }

  const allOf = async (log: EventLog): Promise<number> => {
    let read = 0;
    for await (const _ of log.readAll(0)) read += 1;
    return read;
  };
  const ofMessage = (): readonly StoredEvent[] => events.filter(({ stream }) => stream === message);
  const typing = (): StoredEvent => events.find(({ type }) => type === 'Typing') as StoredEvent;
  const at = (index: number): StoredEvent => ofMessage()[index] as StoredEvent;
  const textOf = ({ stream, revision, id, type, data, metadata }: Omit<StoredEvent, 'position'>): string =>
    `{"stream":"${stream}","revision":${revision},"id":"${id}","type":"${type}","data":${canonicalJson(data)},"metadata":${canonicalJson(metadata)}}`;
  const indexed = (index: number): number => ids.indexOf(at(index).id);

  it('is intact before it is changed', async () => {
    const { findings, result } = await verification();
    expect(findings).to.deep.equal([]);
    expect(result.exit).to.equal(0);
    expect(ofMessage().map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
  });

  it('is found to be changed if a text has another form, although it means the same', async () => {
    const { position, ...sent } = at(1);
    await changed(async ({ texts }) => {
      await texts.put(position, textOf(sent).replace('"data":{', '"data":{ '));
    });
    const event = { kind: 'CHANGED', index: indexed(1), event: sent.id };
    for (const from of [0, 1]) expect((await verification(from)).findings).to.deep.equal([event]);
  });

  for (const hidden of ['queue-9.x', 'queue-1.x', 'ephemeral-1.typing.3'])
    it(`has no event that verification reads as one of ${hidden} and the service reads as a message`, async () => {
      const { position } = typing();
      const forged = { ...at(0), id: v7(), stream: 'message-1.99' };
      const twice = textOf(forged).replace('{', `{"stream":"${hidden}",`);
      await changed(async ({ texts, index }) => {
        await index.remove(['ephemeral-1.typing.3', 0]);
        await texts.put(position, twice);
        await index.put(['message-1.99', 0], position);
      });
      const { findings, result } = await verification();
      expect(findings.map(({ kind, why }) => `${kind} ${why}`)).to.deep.equal([
        `CHANGED position ${position} cannot be read`,
      ]);
      expect(result.exit).to.equal(1);
      for (const read of [allOf, (log: EventLog) => log.readStream('message-1.99')])
        expect(await served<unknown>(read)).to.be.instanceOf(EventLogDamaged);
    });

  it('has no event whose leaf is computed from another field than its data', async () => {
    const { position, ...sent } = at(0);
    const { salt: _, ...unsalted } = sent.metadata as { salt: string };
    const content = canonicalJson({
      data: sent.data,
      id: sent.id,
      metadata: unsalted,
      stream: message,
      type: sent.type,
    });
    const forged = textOf({ ...sent, data: { ...(sent.data as object), messageId: 3 } });
    await changed(async ({ texts }) => {
      await texts.put(position, forged.replace(/\}$/, `,"content":${JSON.stringify(content)}}`));
    });
    const { findings } = await verification();
    expect(findings).to.deep.equal([{ kind: 'CHANGED', index: indexed(0), event: sent.id }]);
    expect(await served(allOf)).to.be.instanceOf(EventLogDamaged);
  });

  it('has no number that is too large in place of a null', async () => {
    const created = events.find(({ type }) => type === 'UserCreated') as StoredEvent;
    const text = textOf(created);
    expect(text).to.contain('"bot":null');
    await changed(async ({ texts }) => {
      await texts.put(created.position, text.replace('"bot":null', '"bot":1e999'));
    });
    const { findings } = await verification();
    expect(findings).to.deep.equal([{ kind: 'CHANGED', index: ids.indexOf(created.id), event: created.id }]);
  });

  it('shows events whose revisions were swapped', async () => {
    const [first, second] = [at(1), at(2)];
    await changed(async ({ texts, index }) => {
      await texts.put(first.position, textOf({ ...first, revision: 2 }));
      await texts.put(second.position, textOf({ ...second, revision: 1 }));
      await index.put([message, 2], first.position);
      await index.put([message, 1], second.position);
    });
    const { findings, result } = await verification();
    expect(findings).to.deep.equal([{ kind: 'CHANGED', index: indexed(1), event: first.id }]);
    expect(result.exit).to.equal(1);
  });

  it('shows events whose revisions and positions were swapped', async () => {
    const [first, second] = [at(1), at(2)];
    await changed(async ({ texts }) => {
      await texts.put(first.position, textOf({ ...second, revision: 1 }));
      await texts.put(second.position, textOf({ ...first, revision: 2 }));
    });
    const { findings, result } = await verification();
    const why = 'it is before an event of an earlier leaf';
    expect(findings).to.deep.equal([{ kind: 'CHANGED', index: indexed(2), event: second.id, why }]);
    expect(result.exit).to.equal(1);
  });

  it('shows reordered events although there are gaps and forged index entries between them', async () => {
    const [first, second] = [at(1), at(2)];
    for (const forgedEntries of [false, true]) {
      await changed(async ({ texts, index }) => {
        await texts.put(first.position, textOf({ ...first, revision: 9 }));
        await texts.put(second.position, textOf({ ...second, revision: 4 }));
        await index.remove([message, 1]);
        await index.remove([message, 2]);
        await index.put([message, 9], first.position);
        await index.put([message, 4], second.position);
        if (!forgedEntries) return;
        await index.put([message, 8], 1);
        await index.put([message, 7], 1_000_000);
      });
      const { findings } = await verification();
      expect(findings).to.deep.equal([{ kind: 'CHANGED', index: indexed(1), event: first.id }]);
    }
  });

  it('reports only the missing event if a log stream has a gap', async () => {
    await changed(async ({ texts }) => {
      await texts.remove(at(1).position);
    });
    expect((await verification()).findings).to.deep.equal([{ kind: 'MISSING', index: indexed(1), event: at(1).id }]);
  });

  it('has no event that the index puts into another log stream', async () => {
    const { position } = at(0);
    await changed(async ({ index }) => {
      await index.put(['message-1.99', 0], position);
      await index.put([message, 3], position);
    });
    for (const read of [
      (log: EventLog) => log.readStream('message-1.99'),
      (log: EventLog) => log.readStream(message),
      (log: EventLog) => log.readStream(message, { from: 3, limit: 1 }),
    ])
      expect(String(await served<unknown>(read))).to.contain(`the event at position ${position} is not revision`);
    const reading = await openLmdbLogToVerify(folder, (open) => open(false));
    const [event] = await reading.readStream('message-1.99', { limit: 1 });
    expect(event).to.include({ type: '', metadata: null });
    await reading.close();
  });
});
