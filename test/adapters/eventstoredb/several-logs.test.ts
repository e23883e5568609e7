import { expect } from 'chai';
import { ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { type Bench, openBench, patient } from './fixture.ts';

describe('several logs of one process on an eventstoredb', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({ timings: patient });
  });
  afterEach(() => bench.stop());

  it('lose no append in progress when one of them is closed', async () => {
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
});
