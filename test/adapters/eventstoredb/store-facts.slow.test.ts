/** Where the store differs from the port, and the adapter makes up for it. */
import { expect } from 'chai';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { collect, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { type Bench, failureOf, itOnTestServer, openBench, patient } from './fixture.ts';

describe('the log on eventstoredb', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({ timings: patient });
  });
  afterEach(() => bench.stop());

  const stored = (): string =>
    bench.server.store
      .after(-1, Number.POSITIVE_INFINITY)
      .map(({ data }) => Buffer.from(data).toString('utf8'))
      .join('\n');

  itOnTestServer('is empty if the store has written events about itself, and nobody else has', async () => {
    const { log } = bench;
    expect(await log.tail()).to.equal(0);
    expect(await collect(log.readAll(0))).to.deep.equal([]);
    const followed = follow(log, { after: 0 });
    await followed.caughtUp;
    const { position } = succeed(await log.append(newStream(), [newEvent()], 'none'));
    await followed.reached(1);
    expect(followed.events.map((event) => event.position)).to.deep.equal([position]);
    await followed.stop();
  });

  itOnTestServer('finds its tail behind any number of events of the store', async () => {
    const { log, server } = bench;
    const stream = newStream();
    const statistics = { type: '$statsCollected', isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) };
    const collect1200 = (from: number): void => {
      for (let number = from; number < from + 1200; number += 1) {
        server.store.append('$stats-node', number === 0 ? 'none' : number - 1, [{ id: newEvent().id, ...statistics }]);
      }
    };
    /** Events that were passed once are not passed again. */
    const tailTwice = async (expected: number): Promise<void> => {
      expect(await log.tail()).to.equal(expected);
      const before = server.readsBegun();
      expect(await log.tail()).to.equal(expected);
      expect(server.readsBegun() - before).to.equal(1);
    };
    collect1200(0);
    await tailTwice(0);
    const { position } = succeed(await log.append(stream, [newEvent()], 'none'));
    collect1200(1200);
    await tailTwice(position);
    const next = succeed(await log.append(stream, [newEvent()], 0)).position;
    expect(await log.tail()).to.equal(next);
  });

  itOnTestServer('finds its tail behind any number of others’ events', async () => {
    const { server } = bench;
    const another = { type: 'Said', isJson: true, data: Buffer.from('{}'), metadata: Buffer.from('{}') };
    const others = (count: number): void => {
      for (let number = 0; number < count; number += 1)
        server.store.append(`b:${newStream()}`, 'none', [{ id: newEvent().id, ...another }]);
    };
    const log = await bench.openAnother({ namespace: 'a' });
    const tailIn = async (expected: number, readsMax: number): Promise<void> => {
      const before = server.readsBegun();
      expect(await log.tail()).to.equal(expected);
      expect(server.readsBegun() - before).to.be.at.most(readsMax);
    };
    others(1100);
    // Afterwards no log has a probe under way.
    for (const each of [bench.direct, bench.log, log]) expect(await each.tail()).to.equal(0);
    others(1100);
    await tailIn(0, 2);
    const { position } = succeed(await log.append(newStream(), [newEvent()], 'none'));
    others(1100);
    await tailIn(position, 3);
    others(1100);
    await tailIn(position, 2);
    await log.close();
  });

  itOnTestServer('truncates once for simultaneous requests; the highest revision wins', async () => {
    const { log, server } = bench;
    const stream = newStream();
    await log.append(
      stream,
      Array.from({ length: 6 }, () => newEvent()),
      'none',
    );
    const other = await bench.openAnother();
    await Promise.all([5, 2, 4, 3].map((before, turn) => (turn % 2 === 0 ? log : other).truncate(stream, before)));
    expect((await log.readStream(stream)).map(({ revision }) => revision)).to.deep.equal([5]);
    const written = server.store.readStream(`$$${stream}`, undefined, false, 10)?.length;
    await log.truncate(stream, 5);
    expect(server.store.readStream(`$$${stream}`, undefined, false, 10)).to.have.length(written ?? 0);
    await other.close();
  });

  itOnTestServer('keeps the other metadata of a stream when it truncates', async () => {
    const { log, server } = bench;
    const stream = newStream();
    await log.append(stream, [newEvent(), newEvent()], 'none');
    const data = Buffer.from('{"$maxAge":60,"team":"records"}');
    const metadata = { id: newEvent().id, type: '$metadata', isJson: true, data, metadata: Buffer.alloc(0) };
    server.store.append(`$$${stream}`, 'none', [metadata]);
    await log.truncate(stream, 1);
    const [newest] = server.store.readStream(`$$${stream}`, undefined, true, 1) ?? [];
    expect(JSON.parse(Buffer.from(newest?.data ?? []).toString('utf8'))).to.deep.equal({
      $maxAge: 60,
      team: 'records',
      $tb: 1,
    });
  });

  it('does not truncate what is appended later', async () => {
    const { log } = bench;
    const stream = newStream();
    await log.append(stream, [newEvent()], 'none');
    await log.truncate(stream, 10);
    expect(await log.readStream(stream)).to.deep.equal([]);
    const later = newEvent();
    succeed(await log.append(stream, [later], 0));
    expect(ids(await log.readStream(stream))).to.deep.equal([later.id]);
  });

  it('recognizes a repeated append that was truncated meanwhile, and answers a position at or before the tail', async () => {
    const { log } = bench;
    const stream = newStream();
    const events = [newEvent(), newEvent()];
    await log.append(stream, events, 'none');
    await log.truncate(stream, 2);
    const again = succeed(await log.append(stream, events, 'none'));
    expect(again).to.deep.equal({ revision: 1, position: await log.tail() });
  });

  itOnTestServer('has truncated events removed by a scavenge, and reads and subscribes across the gap', async () => {
    const { log } = bench;
    const [stream, other] = [newStream(), newStream()];
    const events = [newEvent('wanted gone'), newEvent('kept')];
    const appended = succeed(await log.append(stream, events, 'none'));
    const [gone] = await log.readStream(stream);
    const handled = gone?.position ?? 0;
    await log.truncate(stream, 1);
    expect(stored()).to.include('wanted gone');
    await log.scrub();
    expect(stored()).not.to.include('wanted gone');
    const later = newEvent();
    const { position } = succeed(await log.append(other, [later], 'none'));
    expect(position).to.be.greaterThan(appended.position + 1000);
    expect(ids(await collect(log.readAll(handled)))).to.deep.equal([events[1]?.id, later.id]);
    const followed = follow(log, { after: handled });
    await followed.reached(2);
    expect(ids(followed.events)).to.deep.equal([events[1]?.id, later.id]);
    await followed.stop();
  });

  itOnTestServer('fails while another scavenge is running, and says so', async () => {
    const { log, server } = bench;
    server.scavenging = true;
    const refused = await failureOf(log.scrub());
    expect(refused).to.be.instanceOf(EventLogUnavailable);
    const { host } = new URL(server.scavengeUrl);
    expect(refused).to.include({ message: `no scavenge was begun: ${host} answers 400: Scavenge is already running` });
    server.scavenging = false;
    await log.scrub();
  });

  itOnTestServer('fails when no scavenge can be requested, and says why', async () => {
    const log = await bench.openAnother();
    await bench.kill();
    const refused = await failureOf(log.scrub());
    expect(refused).to.be.instanceOf(EventLogUnavailable);
    expect((refused as Error).message).to.match(/^no scavenge was begun: 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    await bench.restart();
    await log.close();
  });

  itOnTestServer('requests no scavenge if it has no address for it', async () => {
    const log = await bench.openAnother({ scavengeUrls: [] });
    await bench.kill();
    await log.scrub();
    await bench.restart();
    await log.close();
  });
});
