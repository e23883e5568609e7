import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError, readConfig } from '../src/config.ts';
import { noInstruments } from '../src/engine/instruments.ts';
import { openMetrics } from '../src/http/operations/metrics.ts';
import { openApplicationOver } from '../src/main.ts';
import { EventLogUnavailable } from '../src/ports/event-log.ts';
import { openEventLog, openReadStore } from '../src/stores.ts';
import { silent } from './support/engine.ts';
import { testSecret } from './support/server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** The intervals that keep a process alive, which `act` has begun and not ended. */
async function intervalsLeftBy(act: () => Promise<unknown>): Promise<readonly NodeJS.Timeout[]> {
  const { setInterval: begin, clearInterval: end } = globalThis;
  const left = new Set<NodeJS.Timeout>();
  const beginning = (...given: Parameters<typeof setInterval>): NodeJS.Timeout => {
    const timer = begin(...given);
    left.add(timer);
    return timer;
  };
  const ending = (timer: NodeJS.Timeout): void => {
    left.delete(timer);
    end(timer);
  };
  Object.assign(globalThis, { setInterval: beginning, clearInterval: ending });
  try {
    await act();
    return [...left].filter((timer) => timer.hasRef());
  } finally {
    Object.assign(globalThis, { setInterval: begin, clearInterval: end });
  }
}

describe('opening the application', () => {
  it('leaves no interval running if it fails, so that the process ends', async () => {
    const config = readConfig({ VERBATIM_DATA: temporaryFolder() });
    const log = await openEventLog(config, silent, noInstruments);
    const store = await openReadStore(config, silent);
    const full: typeof log = {
      ...log,
      append: async () => ({ ok: false, reason: 'unavailable', detail: 'disk full' }),
    };
    const stores = { log: full, store, metrics: openMetrics() };
    let thrown: unknown;
    const left = await intervalsLeftBy(async () => {
      const opening = openApplicationOver(stores, config, [testSecret], silent);
      thrown = await opening.catch((error: unknown) => error);
    });
    expect(thrown).to.be.instanceOf(EventLogUnavailable);
    for (const timer of left) clearInterval(timer);
    expect(left.length).to.equal(0);
  });

  it('closes what it has opened if it fails, in reverse order', async () => {
    const data = temporaryFolder();
    const uploads = join(data, 'no-folder');
    writeFileSync(uploads, '');
    const config = readConfig({ VERBATIM_DATA: data, VERBATIM_UPLOADS: uploads });
    const [log, store] = [await openEventLog(config, silent, noInstruments), await openReadStore(config, silent)];
    const closed: string[] = [];
    const closing = (name: string, one: { close(): Promise<void> }) => async () => {
      closed.push(name);
      await one.close();
    };
    const stores = {
      log: { ...log, close: closing('log', log) },
      store: { ...store, close: closing('store', store) },
      metrics: openMetrics(),
    };
    const thrown = await openApplicationOver(stores, config, [testSecret], silent).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(ConfigError);
    expect(closed).to.deep.equal(['store', 'log']);
  });
});
