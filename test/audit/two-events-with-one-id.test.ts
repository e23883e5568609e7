/** Events that somebody wrote into a log under the id of another event. */
import { expect } from 'chai';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { type SealedLog, type SealedPast, sealedLog, verified } from './sealed-past.ts';

describe('verification of a log with two events of one id', () => {
  let log: EventLog;
  let sealed: SealedLog;
  let past: SealedPast;
  before(async () => {
    sealed = await sealedLog({ messages: 30, eventsMax: 7 });
    ({ log, past } = sealed);
  });
  after(() => sealed.close());

  const at = (index: number): StoredEvent => past.events.find(({ id }) => id === past.ids[index]) as StoredEvent;
  /** Another text under the id of an event, right after the event at an index. */
  const twinOf = ({ id }: StoredEvent, index: number): StoredEvent => {
    const { position, ...of } = at(index);
    return { ...of, id, position: position + 0.5, stream: 'message-1.99', data: { text: 'forged' } };
  };
  const withTwins = (twins: readonly StoredEvent[], changed = (event: StoredEvent): StoredEvent[] => [event]) =>
    verified({
      async *readAll(after) {
        for await (const event of log.readAll(after)) {
          yield* changed(event);
          yield* twins.filter(({ position }) => position === event.position + 0.5);
        }
      },
    });
  const whyOf = ({ position }: StoredEvent): string => `the event at position ${position} has the id of another one`;

  it('finds the unsealed one, before and after the sealed one, in its batch and in another', async () => {
    for (const [sealed, index] of [
      [20, 18],
      [20, 20],
      [34, 12],
      [12, 34],
    ] as const) {
      const twin = twinOf(at(sealed), index);
      const { findings, result } = await withTwins([twin]);
      expect(findings, `${sealed} at ${index}`).to.deep.equal([
        { kind: 'CHANGED', index: null, event: at(sealed).id, why: whyOf(twin) },
      ]);
      expect(result.exit).to.equal(1);
    }
  });

  it('finds them if neither is sealed yet', async () => {
    const unsealed = past.ids.length - 1;
    const newest = past.events.findLast(({ type }) => type === 'LedgerSealed');
    const twin = twinOf(at(unsealed), unsealed);
    const { findings, result } = await withTwins([twin], (event) => (event.id === newest?.id ? [] : [event]));
    expect(findings).to.deep.include({ kind: 'CHANGED', index: null, event: at(unsealed).id, why: whyOf(twin) });
    expect(result.exit).to.equal(1);
  });

  it('finds an event that was replaced by another one under the id of a third', async () => {
    const forged = { ...at(19), id: at(20).id, data: { text: 'forged' } };
    const { findings, result } = await withTwins([], (event) => [event.id === at(19).id ? forged : event]);
    expect(findings).to.deep.equal([
      { kind: 'CHANGED', index: 19, event: at(19).id, why: `${at(20).id} is in its place` },
    ]);
    expect(result.exit).to.equal(1);
  });

  it('leaves out events of other programs, but reports the events that they replace', async () => {
    const foreign = { ...twinOf(at(20), 18), metadata: {} };
    expect(await withTwins([foreign])).to.deep.include({ findings: [] });
    const id = '00000000-0000-4000-9000-000000000012';
    const [sealed, unsealed] = past.events.filter(({ type }) => type === 'LedgerSealed').slice(-2);
    const index = past.ids.indexOf(((sealed as StoredEvent).data as DataOf<'LedgerSealed'>).entries[0]?.[0] ?? '');
    const both = [{ ...twinOf({ ...at(20), id }, index), metadata: {} }, twinOf({ ...at(20), id }, index)];
    const { findings, result } = await withTwins(both, (event) => (event.id === unsealed?.id ? [] : [event]));
    expect(findings).to.deep.include({ kind: 'UNSEALED', index: null, event: id, why: 'later events are sealed' });
    expect(result.exit).to.equal(1);
  });
});
