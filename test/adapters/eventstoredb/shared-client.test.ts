import { expect } from 'chai';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { type Bench, failureOf, openBench } from './fixture.ts';

describe('the one client of a process', () => {
  let bench: Bench;
  beforeEach(async () => {
    // Nothing goes wrong here: what a slow machine takes its time for is not to be taken for it.
    bench = await openBench({ timings: { answerWithinMs: 30_000, closeWithinMs: 30_000 } });
  });
  afterEach(() => bench.stop());

  it('serves several logs on the same store; closing one leaves the others what is under way', async () => {
    const { log } = bench;
    const other = await bench.openAnother();
    const stream = newStream();
    const followed = follow(other, { after: 0 });
    await followed.caughtUp;
    const appended = Array.from({ length: 200 }, () => other.append(newStream(), [newEvent()], 'none'));
    const ours = Array.from({ length: 200 }, () => log.append(newStream(), [newEvent()], 'none'));
    await log.close();
    for (const result of await Promise.all([...appended, ...ours])) succeed(result);
    const event = newEvent();
    succeed(await other.append(stream, [event], 'none'));
    await followed.reached(401);
    expect(ids(followed.events)).to.include(event.id);
    await other.close();
  });

  it('serves one store at a time', async () => {
    const elsewhere = 'esdb://127.0.0.1:1?tls=false';
    expect(await failureOf(openEventStoreLog(elsewhere))).to.match(/another event store/);
    await bench.log.close();
    await (await openEventStoreLog(elsewhere)).close();
  });
});
