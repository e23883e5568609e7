import { expect } from 'chai';
import { AppendWindow } from '../../../src/adapters/eventstoredb/append-window.ts';
import { Connection } from '../../../src/adapters/eventstoredb/connection.ts';
import { namespaceOf } from '../../../src/adapters/eventstoredb/namespace.ts';
import type { StoreContext } from '../../../src/adapters/eventstoredb/store-context.ts';
import { runSession } from '../../../src/adapters/eventstoredb/subscription-session.ts';
import { ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { type Bench, nextTurn, openBench, patient } from './fixture.ts';

describe('a session of a subscription', () => {
  let bench: Bench;
  let connection: Connection;
  beforeEach(async () => {
    bench = await openBench({ timings: patient });
    connection = new Connection({
      connectionString: bench.connectionString,
      answerWithinMs: patient.answerWithinMs,
      onChange: () => {},
      onReplaced: (error) => bench.fatal.push(error),
    });
  });
  afterEach(async () => {
    await connection.close();
    await bench.stop();
  });

  it('delivers together what arrives while an append is unanswered', async () => {
    const window = new AppendWindow();
    const context: StoreContext = {
      connection,
      window,
      namespace: namespaceOf(bench.namespace),
      timings: { ...patient, inDoubtMs: 60_000, stallMs: 60_000, appendsWaitMsMax: 60_000 },
      notice: () => {},
      closed: new AbortController().signal,
      assertOpen: () => {},
    };
    let answer = (): void => {};
    const unanswered = window.run(1, () => new Promise<void>((resolve) => (answer = resolve)));
    let arrivals = 0;
    connection.saw = () => {
      arrivals += 1;
    };
    const batches: string[][] = [];
    const stopping = new AbortController();
    const tail = await bench.direct.tail();
    const session = connection.use((client, givenUp) =>
      runSession(context, client, givenUp, {
        after: tail,
        tail: async () => tail,
        stopping: stopping.signal,
        handle: (batch) => void batches.push(ids(batch)),
      }),
    );
    const events = [newEvent(), newEvent()];
    for (const event of events) succeed(await bench.direct.append(newStream(), [event], 'none'));
    while (arrivals < events.length) await nextTurn();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(batches).to.deep.equal([]);
    answer();
    await unanswered;
    while (batches.length === 0) await nextTurn();
    expect(batches).to.deep.equal([ids(events)]);
    stopping.abort();
    await session;
  });
});
