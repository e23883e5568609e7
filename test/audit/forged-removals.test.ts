/** Events that somebody removed from a log without the key of its ledger, and forged events that make the removal look legitimate. */
import { expect } from 'chai';
import { leafOf } from '../../src/ledger/leaf.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { appendEvents, type TestEngine } from '../support/engine.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import type { Given } from '../support/given.ts';
import { deletionHeld, facts, heldDeletionsEnded } from '../support/hold-writes.ts';
import * as past from '../support/past-events.ts';
import { type SealedLog, sealedLog, verified } from './sealed-past.ts';

describe('verification of a log from which events were removed', () => {
  const place = past.inTopic(1, 'lunch');
  const forgedId = '00000000-0000-4000-9000-000000000011';
  let log: EventLog;
  let sealed: SealedLog;
  let test: TestEngine;
  const events = new Map<string, StoredEvent[]>();

  /** Appends the events; those with `leaves` get the leaf of each earlier event of their log stream, and `also` these. */
  async function append(given: readonly Given[], also: readonly StoredEvent[] = []): Promise<void> {
    for (const { event, ...one } of given) {
      const leaves = [...(await log.readStream(one.stream, { limit: 10 })), ...also].map(leafOf);
      const data = 'leaves' in event.data ? { ...event.data, leaves } : event.data;
      await appendEvents(log, [{ ...one, event: { ...event, data } as DomainEvent }]);
    }
  }

  async function seal(): Promise<void> {
    await test.engine.follower.catchUp();
    await test.engine.sealer?.sealNow();
    events.clear();
    for await (const event of log.readAll(0)) events.set(event.stream, [...(events.get(event.stream) ?? []), event]);
  }
  const first = (stream: string): StoredEvent => events.get(stream)?.[0] as StoredEvent;
  const last = (stream: string): StoredEvent => events.get(stream)?.at(-1) as StoredEvent;

  before(async () => {
    sealed = await sealedLog({ messages: 10, eventsMax: 7 });
    ({ log, test } = sealed);
    await append([past.deletes(1, 3, place), past.deletes(2, 3, place), past.deletes(3, 3, place)]);
    await append([1, 2, 3].map((id) => uploads(id, 3)));
    await append([fileDeleted(1, 3, { held: true }), fileDeleted(2, 3), fileDeleted(3, 3, { held: true })]);
    const fileHeld = { type: 'FileDeletionHeld', data: { fileId: 2 } } as DomainEvent;
    const held = [deletionHeld(facts(2, 3)), deletionHeld(facts(3, 3))];
    await append([...held, ...held.slice(0, 1).map((one) => ({ ...one, event: fileHeld }))]);
    await append([heldDeletionsEnded([3], [3])]);
    await seal();
    // The service seals what is in the log. Still, neither another type nor an event of another log stream erases anything.
    const edited = past.edits(4, 3, place, past.text('better'), 'said 3');
    const erasing = { ...edited.event, data: { ...edited.event.data, leaves: [] } } as DomainEvent;
    await append([{ ...edited, event: erasing }]);
    await append([past.deletes(5, 3, place)], [first('message-1.6')]);
    await appendEvents(log, [past.deletes(8, 3, place)]);
    const other = past.deletes(9, 3, place);
    const leaves = [{ ...leafOf(first('message-1.9')), actor: 99 }];
    await appendEvents(log, [
      { ...other, event: { ...other.event, data: { ...other.event.data, leaves } } as DomainEvent },
    ]);
    await seal();
  });
  after(() => sealed.close());

  type Change = (event: StoredEvent) => readonly StoredEvent[];
  /** The kinds and events of the findings, and the exit code, for the log without an event, and with others instead of some. */
  const found = async (removed: StoredEvent, changed: Change = (event) => [event]) => {
    const { findings, result } = await verified({
      async *readAll(after) {
        for await (const event of log.readAll(after)) if (event.id !== removed.id) yield* changed(event);
      },
    });
    return [...findings.map(({ kind, event, by = '' }) => `${kind} ${event}${by && ` by ${by}`}`), result.exit];
  };
  /** Writes an event right after another one, under an id of its own. */
  const putAfter = ({ id, position }: StoredEvent, forged: StoredEvent): Change => {
    const own = { ...forged, id: forgedId, position: position + 0.5 };
    return (event) => (event.id === id ? [event, own] : [event]);
  };
  const newest = (): StoredEvent => [...events.values()].flat().reduce((a, b) => (a.position > b.position ? a : b));

  it('accepts what a sealed event of the same log stream erased', async () => {
    for (const stream of ['message-1.1', 'message-1.3', 'file-1.3']) {
      const erased = first(stream);
      expect(await found(erased), stream).to.deep.equal([`ERASED ${erased.id} by ${last(stream).id}`, 0]);
    }
  });

  it('finds what was deleted under a legal hold', async () => {
    for (const stream of ['message-1.2', 'file-1.1', 'file-1.2'])
      expect(await found(first(stream)), stream).to.deep.equal([`MISSING ${first(stream).id}`, 1]);
  });

  it('ignores an unsealed or changed event that claims that holds were released', async () => {
    const missing = first('message-1.2');
    const ended = last('audit-1.records');
    const data = { messageIds: [2], fileIds: [], uploads: [] };
    const unsealed = putAfter(newest(), { ...ended, data });
    expect(await found(missing, unsealed)).to.deep.equal([`MISSING ${missing.id}`, `UNSEALED ${forgedId}`, 1]);
    const changed: Change = (event) => [event.id === ended.id ? { ...event, data } : event];
    expect(await found(missing, changed)).to.deep.equal([`CHANGED ${ended.id}`, `MISSING ${missing.id}`, 1]);
  });

  it('ignores an unsealed or changed event that claims an erasure', async () => {
    const missing = first('message-1.7');
    const data = { ...(last('message-1.1').data as object), leaves: [leafOf(missing)] };
    const forged = { ...last('message-1.1'), stream: missing.stream, data };
    for (const at of [newest(), first('file-1.1')]) {
      const unsealed = [`MISSING ${missing.id}`, `UNSEALED ${forgedId}`, 1];
      expect(await found(missing, putAfter(at, forged))).to.deep.equal(unsealed);
    }
    // The deletion of message 8 keeps no leaf.
    const [sent, deleted] = [first('message-1.8'), last('message-1.8')];
    const more = { ...(deleted.data as object), leaves: [leafOf(sent)] };
    const changed: Change = (event) => [event.id === deleted.id ? { ...event, data: more } : event];
    expect(await found(sent, changed)).to.deep.equal([`CHANGED ${deleted.id}`, `MISSING ${sent.id}`, 1]);
  });

  it('reports an erasure whose deletion keeps another leaf', async () => {
    const { id } = first('message-1.9');
    expect(await found(first('message-1.9'))).to.deep.equal([`CHANGED ${id}`, 1]);
  });

  it('ignores an event of another type or log stream that claims an erasure', async () => {
    for (const stream of ['message-1.4', 'message-1.6'])
      expect(await found(first(stream)), stream).to.deep.equal([`MISSING ${first(stream).id}`, 1]);
  });

  it('accepts what was erased while the log was read', async () => {
    const deleted = last('message-1.1');
    const reads: number[] = [];
    const { findings, result } = await verified({
      async *readAll(from) {
        reads.push(from);
        for await (const event of log.readAll(from)) {
          // The first read found the message gone, but not yet what had erased it.
          if (reads.length === 1 && event.position >= deleted.position) return;
          if (event.id !== first('message-1.1').id) yield event;
        }
      },
    });
    expect(findings.map(({ kind, by }) => [kind, by])).to.deep.equal([['ERASED', deleted.id]]);
    expect([result.exit, reads]).to.deep.equal([0, [0, deleted.position - 1]]);
  });
});
