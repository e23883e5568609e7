/** Changes stored events in an EventStoreDB: verification names the changed event. */
import { expect } from 'chai';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import { type SealedPast, sealedPast, verified } from '../../audit/sealed-past.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../../servers/eventstoredb/server.ts';
import type { EventRecord } from '../../servers/eventstoredb/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a tampered eventstoredb', () => {
  let server: EventStoreServer;
  let log: EventLog;
  let past: SealedPast;
  /** Of messages, in the order of their leaves. */
  let messages: readonly { readonly id: string; readonly index: number }[];
  let whole: readonly EventRecord[];
  before(async () => {
    server = await startEventStoreServer();
    log = await openEventStoreLog(connectionStringOf(server.port));
    const made = await sealedPast(log, temporaryFolder(), { messages: 300, eventsMax: 100 });
    await made.test.close();
    past = made.past;
    const ofMessages = new Set(past.events.filter(({ type }) => type === 'MessageSent').map(({ id }) => id));
    messages = past.ids.map((id, index) => ({ id, index })).filter(({ id }) => ofMessages.has(id));
    whole = server.store.after(-1, Number.MAX_SAFE_INTEGER);
  });
  after(async () => {
    await log.close();
    await server.kill();
  });
  afterEach(() => server.store.tamper(whole));

  const flipped = (bytes: Uint8Array, place: number, bit: number): Uint8Array =>
    bytes.map((byte, at) => (at === place ? byte ^ bit : byte));
  const flippedText = (text: string, place: number, bit: number): string =>
    Buffer.from(flipped(Buffer.from(text), place, bit)).toString('latin1');
  const textParts = ['type', 'stream'] as const;
  const byteParts = ['data', 'metadata'] as const;

  it('shows a changed byte at every second place of data, metadata, type and log stream, at its index', async () => {
    // For each message, the next byte is changed: its lowest or its highest bit.
    const changed: { readonly id: string; readonly index: number }[] = [];
    const sample = whole.find(({ id }) => id === messages[0]?.id);
    const places = [...byteParts, ...textParts].flatMap((part) =>
      Array.from({ length: Math.ceil((sample?.[part].length ?? 0) / 2) }, (_, half) => ({ part, place: 2 * half })),
    );
    const indexOf = new Map(messages.map(({ id, index }) => [id, index]));
    const records = whole.map((record) => {
      const index = indexOf.get(record.id);
      const next = places[changed.length];
      if (index === undefined || next === undefined) return record;
      changed.push({ id: record.id, index });
      const { part, place } = next;
      const value = record[part];
      return {
        ...record,
        [part]:
          typeof value === 'string' ? flippedText(value, place, 1) : flipped(value, place, place % 4 === 0 ? 1 : 0x80),
      };
    });
    server.store.tamper(records);
    const { findings, result } = await verified(log);
    expect(changed).to.have.length(places.length);
    expect(findings.map(({ kind, index, event }) => ({ kind, index, event }))).to.have.deep.members(
      changed.map(({ id, index }) => ({ kind: 'CHANGED', index, event: id })),
    );
    expect(result.exit).to.equal(1);
  });

  it('shows a changed id at the index of its event', async () => {
    const [, , one] = messages;
    const id = `${one?.id.slice(0, -1)}${one?.id.endsWith('0') ? 1 : 0}`;
    server.store.tamper(whole.map((record) => (record.id === one?.id ? { ...record, id } : record)));
    expect((await verified(log)).findings).to.deep.equal([
      { kind: 'CHANGED', index: one?.index, event: one?.id, why: `${id} is in its place` },
    ]);
  });

  it('shows a removed event as missing, at its index', async () => {
    const removed = [messages[7], messages.at(-1)];
    server.store.tamper(whole.filter(({ id }) => !removed.some((one) => one?.id === id)));
    const { findings, result } = await verified(log);
    expect(findings).to.deep.equal(removed.map((one) => ({ kind: 'MISSING', index: one?.index, event: one?.id })));
    expect(result.exit).to.equal(1);
  });

  it('shows an older copy that was restored only by a kept checkpoint', async () => {
    const [older, newest] = past.events.filter(({ type }) => type === 'LedgerSealed').slice(-2);
    const { size: olderSize } = (older?.data ?? {}) as DataOf<'LedgerSealed'>;
    const { checkpoint: kept, size } = (newest?.data ?? {}) as DataOf<'LedgerSealed'>;
    server.store.tamper(whole.filter(({ position }) => position <= (older?.position ?? 0)));
    const another = await openEventStoreLog(connectionStringOf(server.port));
    expect((await verified(another, { now: 0 })).result).to.include({ exit: 0, size: olderSize });
    const { findings, result } = await verified(another, { kept, now: 0 });
    await another.close();
    expect(findings.filter(({ kind }) => kind === 'MISSING')).to.deep.equal([
      { kind: 'MISSING', index: olderSize, event: null, why: `a kept checkpoint has ${size} leaves` },
    ]);
    expect(result.exit).to.equal(1);
  });
});
