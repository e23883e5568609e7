import { expect } from 'chai';
import { AppendInDoubt } from '../../../src/adapters/eventstoredb/appending.ts';
import { type AppendResult, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { collect, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { EventStore } from '../../servers/eventstoredb/store.ts';
import { type Bench, failureOf, itOnTestServer, nextTurn, openBench, silent } from './fixture.ts';

describe('outages of eventstoredb', () => {
  let bench: Bench;
  afterEach(() => bench.stop());

  itOnTestServer('lose and double nothing when the store is killed and restarted under load', async () => {
    bench = await openBench({ timings: { unavailableAfterMs: 60 } });
    const { log } = bench;
    const followed = follow(log, { after: 0 });
    const written: { id: string; position: number }[] = [];
    let done = false;
    let [goal, reached] = [Number.POSITIVE_INFINITY, (): void => {}];
    /** Resolves when this many more are written. */
    const more = (count: number): Promise<void> =>
      new Promise((resolve) => {
        [goal, reached] = [written.length + count, resolve];
      });
    const append = async (): Promise<boolean> => {
      const event = newEvent();
      const result = await log.append(newStream(), [event], 'none');
      if (result.ok) written.push({ id: event.id, position: result.position });
      if (written.length >= goal) reached();
      return result.ok;
    };
    const writer = async (): Promise<void> => {
      while (!done) await append();
    };
    const writers = Array.from({ length: 16 }, writer);
    for (let kills = 0; kills < 2; kills += 1) {
      await more(100);
      const down = bench.noticed('unavailable');
      await bench.kill();
      await down;
      expect(await append()).to.equal(false);
      await bench.restart();
    }
    await more(100);
    done = true;
    await Promise.all(writers);
    const expected = ids(written.sort((a, b) => a.position - b.position));
    expect(ids(await collect(log.readAll(0)))).to.deep.equal(expected);
    await followed.reached(expected.length);
    expect(ids(followed.events)).to.deep.equal(expected);
    await followed.stop();
  });

  itOnTestServer(
    'make requests fail at once while the store is known to be down, but not the opening of a log',
    async () => {
      bench = await openBench({ timings: { unavailableAfterMs: 60 } });
      const down = bench.noticed('unavailable');
      await bench.kill();
      const first = await bench.log.append(newStream(), [newEvent()], 'none');
      // The first may have been sent before the outage was known.
      if (first.ok) expect.fail('the store is down');
      await down;
      const other = await bench.openAnother();
      const results: AppendResult[] = [];
      for (let appends = 0; appends < 50; appends += 1) {
        results.push(await bench.log.append(newStream(), [newEvent()], 'none'));
      }
      expect(results.filter((result) => !result.ok && result.reason === 'unavailable')).to.have.length(50);
      expect(await failureOf(bench.log.readStream(newStream()))).to.be.instanceOf(EventLogUnavailable);
      expect(await failureOf(collect(bench.log.readAll(0)))).to.be.instanceOf(EventLogUnavailable);
      expect(await failureOf(bench.log.truncate(newStream(), 1))).to.be.instanceOf(EventLogUnavailable);
      await bench.restart();
      for (const log of [bench.log, other]) {
        while (!(await log.append(newStream(), [newEvent()], 'none')).ok) await nextTurn();
      }
      await other.close();
    },
  );

  itOnTestServer(
    'end the process, and nothing is appended, where the store comes back with an earlier state',
    async () => {
      bench = await openBench();
      const { log } = bench;
      succeed(await log.append(newStream(), [newEvent(), newEvent()], 'none'));
      const followed = follow(log, { after: 0 });
      await followed.reached(2);
      const down = bench.noticed('unavailable');
      await bench.kill();
      await down;
      await bench.restart(new EventStore());
      expect(String(await bench.failed)).to.match(
        /^LogReplaced: EventStoreDB was restored or replaced while the service ran/,
      );
      expect(await log.append(newStream(), [newEvent()], 'none')).to.deep.include({ ok: false, reason: 'unavailable' });
      const stored = bench.server.store.after(-1, 100).filter(({ stream }) => !stream.startsWith('$'));
      expect(stored).to.deep.equal([]);
      await followed.stop();
    },
  );

  it('end when the address answers again, although connections were accepted that never answer', async () => {
    bench = await openBench({ timings: silent });
    const { log, proxy } = bench;
    succeed(await log.append(newStream(), [newEvent()], 'none'));
    const followed = follow(log, { after: await log.tail() });
    await followed.caughtUp;
    const down = bench.noticed('unavailable');
    proxy.swallow(true);
    proxy.cutAll();
    const stream = newStream();
    const event = newEvent();
    const appended = log.append(stream, [event], 'none');
    await down;
    const available = bench.noticed('available');
    proxy.swallow(false);
    // The connections that were swallowed never answer.
    await available;
    const first = await appended;
    if (!first.ok) succeed(await log.append(stream, [event], 'none'));
    await followed.reached(1);
    expect(ids(followed.events)).to.deep.equal([event.id]);
    await followed.stop();
  });

  it('do not prevent closing the log', async () => {
    bench = await openBench({ timings: { answerWithinMs: 300 } });
    const { log } = bench;
    succeed(await log.append(newStream(), [newEvent()], 'none'));
    const followed = follow(log, { after: 0 });
    await followed.caughtUp;
    const doubted = bench.noticed('append-in-doubt');
    bench.proxy.blackHole(true);
    const appended = failureOf(log.append(newStream(), [newEvent()], 'none'));
    const read = failureOf(log.readStream(newStream()));
    await doubted;
    await log.close();
    expect(await appended).to.be.instanceOf(AppendInDoubt);
    expect(await read).to.be.instanceOf(Error);
  });
});
