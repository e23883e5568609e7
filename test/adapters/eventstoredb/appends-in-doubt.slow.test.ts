import { expect } from 'chai';
import { AppendInDoubt } from '../../../src/adapters/eventstoredb/appending.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { appendInterleaved, collect, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { type Bench, failureOf, itOnTestServer, openBench, silent } from './fixture.ts';

const kinds = (bench: Bench): string[] => bench.notices.map(({ kind }) => kind);

describe('appends in doubt', () => {
  let bench: Bench;
  afterEach(() => bench.stop());

  describe('with a connection that breaks', () => {
    beforeEach(async () => {
      bench = await openBench({ timings: silent });
    });

    it('are written once, and answered with their first position, when their answer was lost', async () => {
      const { log, proxy } = bench;
      const [before, stream] = [newStream(), newStream()];
      succeed(await log.append(before, [newEvent()], 'none'));
      const lost = proxy.cutNextAnswer(
        (bytes) => bytes.includes(stream),
        (bytes) => bytes.includes(stream),
      );
      const events = [newEvent(), newEvent()];
      const appended = log.append(stream, events, 'none');
      await lost;
      expect(succeed(await appended).revision).to.equal(1);
      const stored = await log.readStream(stream);
      expect(ids(stored)).to.deep.equal(ids(events));
      expect(succeed(await appended).position).to.equal(stored.at(-1)?.position);
      const resolved = { kind: 'append-resolved', stream: bench.nameOf(stream), written: true };
      expect(bench.notices).to.deep.include(resolved);
    });

    it('are recognized by their ids, also when others have appended since', async () => {
      const { log, direct, proxy } = bench;
      const stream = newStream();
      const first = succeed(await log.append(stream, [newEvent()], 'none'));
      const lost = proxy.cutNextAnswer(
        (bytes) => bytes.includes(stream),
        (bytes) => bytes.includes(stream),
      );
      const appended = log.append(stream, [newEvent()], first.revision);
      await lost;
      succeed(await direct.append(stream, [newEvent()], 1));
      expect(succeed(await appended).revision).to.equal(1);
      expect(await log.readStream(stream)).to.have.length(3);
    });

    it('are conflicts when they were lost on the way and another append came first', async () => {
      const { log, direct, proxy } = bench;
      const stream = newStream();
      succeed(await log.append(stream, [newEvent()], 'none'));
      proxy.blackHole(true);
      const doubted = bench.noticed('append-in-doubt');
      const appended = log.append(stream, [newEvent()], 0);
      await doubted;
      const other = newEvent();
      succeed(await direct.append(stream, [other], 0));
      proxy.cutAll();
      proxy.blackHole(false);
      expect(await appended).to.deep.equal({ ok: false, reason: 'conflict', actual: 1 });
      const resolved = { kind: 'append-resolved', stream: bench.nameOf(stream), written: false };
      expect(bench.notices).to.deep.include(resolved);
      expect(ids(await log.readStream(stream))).to.include(other.id);
    });

    it('are neither lost nor doubled when connections break under load', async () => {
      const { log, direct, proxy } = bench;
      const streams = Array.from({ length: 32 }, newStream);
      const after = await log.tail();
      const followed = follow(direct, { after });
      await followed.caughtUp;
      let done = false;
      const appended = appendInterleaved(log, { streams, count: 500, inFlight: 32 }).finally(() => {
        done = true;
      });
      let seen = 0;
      for (let cuts = 0; !done && cuts < 5; cuts += 1) {
        const goal = followed.events.length + 80;
        await Promise.race([followed.reached(goal), appended]);
        proxy.cutAll();
        seen += 1;
      }
      const all = await appended;
      expect(seen).to.be.greaterThan(3);
      expect(kinds(bench)).to.include('append-in-doubt');
      expect(ids(await collect(log.readAll(after)))).to.deep.equal(ids(all));
      await followed.stop();
    });

    it('do not end the process when many are on their way and the connection breaks', async () => {
      const { log, proxy } = bench;
      const unhandled: unknown[] = [];
      const remember = (reason: unknown): void => void unhandled.push(reason);
      // Without a listener the process would end.
      process.on('unhandledRejection', remember);
      succeed(await log.append(newStream(), [newEvent()], 'none'));
      const streams = Array.from({ length: 100 }, newStream);
      const doubted = bench.noticed('append-in-doubt');
      proxy.blackHole(true);
      const appended = streams.map((stream) => log.append(stream, [newEvent('x'.repeat(10_000))], 'none'));
      await doubted;
      proxy.cutAll();
      proxy.blackHole(false);
      const results = await Promise.all(appended);
      process.off('unhandledRejection', remember);
      expect(unhandled).to.deep.equal([]);
      // An append that was not sent yet may have been refused; then it is not in the log.
      for (const [index, stream] of streams.entries()) {
        expect(await log.readStream(stream)).to.have.length(results[index]?.ok ? 1 : 0);
      }
      expect(results.filter(({ ok }) => ok)).to.have.length.greaterThan(0);
    });
  });

  describe('with a store that does not answer', () => {
    it('wait for the store and are written once when it is back; an append that was not sent is refused and not written', async () => {
      bench = await openBench({ timings: { answerWithinMs: 300, unavailableAfterMs: 300 } });
      const { log, direct, proxy } = bench;
      const [sent, later] = [newStream(), newStream()];
      succeed(await log.append(newStream(), [newEvent()], 'none'));
      proxy.blackHole(true);
      const [doubted, down] = [bench.noticed('append-in-doubt'), bench.noticed('unavailable')];
      const appended = log.append(sent, [newEvent()], 'none');
      await Promise.all([doubted, down]);
      const refused = await log.append(later, [newEvent()], 'none');
      expect(refused).to.include({ ok: false, reason: 'unavailable' });
      expect(await failureOf(log.readStream(later))).to.be.instanceOf(EventLogUnavailable);
      expect(await failureOf(log.tail())).to.be.instanceOf(EventLogUnavailable);
      proxy.blackHole(false);
      expect(succeed(await appended).revision).to.equal(0);
      expect(await direct.readStream(sent)).to.have.length(1);
      expect(await direct.readStream(later)).to.deep.equal([]);
      expect(kinds(bench)).to.include.members(['unavailable', 'available']);
    });

    it('are reported as in doubt when it does not come back, and may be repeated', async () => {
      bench = await openBench({ timings: { inDoubtMs: 100, answerWithinMs: 300 } });
      const { log, proxy } = bench;
      const stream = newStream();
      const event = newEvent();
      succeed(await log.append(newStream(), [newEvent()], 'none'));
      const [down, back] = [bench.noticed('unavailable'), bench.noticed('available')];
      proxy.blackHole(true);
      const failure = await failureOf(log.append(stream, [event], 'none'));
      expect(failure).to.be.instanceOf(AppendInDoubt);
      await down;
      proxy.blackHole(false);
      await back;
      expect(succeed(await log.append(stream, [event], 'none')).revision).to.equal(0);
      expect(await log.readStream(stream)).to.have.length(1);
    });
  });

  describe('with a store that answers without an outcome', () => {
    itOnTestServer('are written once when the store answers with a timeout and carries them out', async () => {
      bench = await openBench();
      const { log, server } = bench;
      const stream = newStream();
      server.failAppends(3, 'timeout');
      expect(succeed(await log.append(stream, [newEvent()], 'none')).revision).to.equal(0);
      expect(await log.readStream(stream)).to.have.length(1);
      expect(kinds(bench)).to.include('append-in-doubt');
    });

    itOnTestServer('are not in doubt when the store did not take them', async () => {
      bench = await openBench();
      const { log, server } = bench;
      const stream = newStream();
      server.failAppends(2, 'not-ready');
      expect(succeed(await log.append(stream, [newEvent()], 'none')).revision).to.equal(0);
      expect(kinds(bench)).not.to.include('append-in-doubt');
      server.failAppends(Number.POSITIVE_INFINITY, 'not-ready');
      const impatient = await bench.openAnother({ timings: { unavailableAfterMs: 60 } });
      const refused = await impatient.append(stream, [newEvent()], 0);
      expect(refused).to.include({ ok: false, reason: 'unavailable' });
      await impatient.close();
      expect(await log.readStream(stream)).to.have.length(1);
    });
  });
});
