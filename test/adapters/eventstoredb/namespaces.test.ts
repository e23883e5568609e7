import { expect } from 'chai';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { collect, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { type Followed, follow } from '../../contracts/event-log/follower.ts';
import { type Bench, failureOf, openBench, patient } from './fixture.ts';

/** Each namespace is a prefix of the next. The first is empty if no other log is on the store. */
const suffixes = ['', 'a', 'ab'] as const;

describe('logs that share an eventstoredb, each in a namespace', () => {
  let bench: Bench;
  let logs: { name: string; log: EventLog; followed: Followed }[];

  before(async () => {
    bench = await openBench({ timings: patient });
    logs = await Promise.all(
      suffixes.map(async (suffix) => {
        const name = `${bench.namespace}${suffix}`;
        const log = suffix === '' ? bench.log : await bench.openAnother({ namespace: name });
        const followed = follow(log, { after: 0 });
        await followed.caughtUp;
        return { name, log, followed };
      }),
    );
  });
  after(async () => {
    for (const { log, followed } of logs) {
      await followed.stop();
      if (log !== bench.log) await log.close();
    }
    await bench.stop();
  });

  it("have log streams of the same names, and do not see each other's events", async () => {
    const stream = newStream();
    for (const { log, followed } of logs) {
      const events = [newEvent(), newEvent()];
      const { position } = succeed(await log.append(stream, events, 'none'));
      expect(await log.tail()).to.equal(position);
      await followed.reached(events.length);
      for (const seen of [await log.readStream(stream), await collect(log.readAll(0)), followed.events]) {
        expect(ids(seen)).to.deep.equal(ids(events));
        expect(seen.map((event) => event.stream)).to.deep.equal([stream, stream]);
      }
    }
    expect(logs.map(({ followed }) => followed.events.length)).to.deep.equal([2, 2, 2]);
    const tails = await Promise.all(logs.map(({ log }) => log.tail()));
    expect(new Set(tails).size).to.equal(logs.length);
  });

  it('are truncated independently', async () => {
    const stream = newStream();
    for (const { log } of logs) succeed(await log.append(stream, [newEvent(), newEvent()], 'none'));
    await logs[1]?.log.truncate(stream, 1);
    const left = await Promise.all(logs.map(({ log }) => log.readStream(stream)));
    expect(left.map((events) => events.length)).to.deep.equal([2, 1, 2]);
  });

  it('cannot be reached from each other by a stream name', async () => {
    const bare = await bench.openAnother({ namespace: '' });
    const intruding = bare.append(`${bench.namespace}a:${newStream()}`, [newEvent()], 'none');
    expect(await failureOf(intruding)).to.be.instanceOf(RangeError);
    await bare.close();
    expect(await failureOf(openEventStoreLog('esdb://127.0.0.1:1?tls=false', { namespace: 'a:b' }))).to.be.instanceOf(
      RangeError,
    );
  });
});
