/** Stops a sealer while it seals. The process ends by itself, unless something is left behind. */
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { Sealer } from '../../../src/engine/seal/sealer.ts';
import { emptyServer, evolve } from '../../../src/state/realm-state.ts';
import { silent } from '../../support/engine.ts';
import { recorded, registered } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sealing } from '../../support/sealed.ts';

const events = recorded([registered, ...organization()]);
const log = await openLmdbEventLog(process.argv[2] ?? '');
const state = emptyServer();
for (const event of events) evolve(state, event);
let stopped: Promise<void> | undefined;
const sealer: Sealer = new Sealer({
  ...sealing,
  log: {
    ...log,
    // The first thing that sealing asks of the log.
    readStream(...asked) {
      stopped ??= sealer.stop();
      return log.readStream(...asked);
    },
  },
  state,
  follower: { position: events.length, reachedWithin: async () => true },
  leads: () => true,
  now: Date.now,
  logger: silent,
});
for (const event of events) sealer.skip(event);
sealer.start();
while (!stopped) await new Promise(setImmediate);
await stopped;
await log.close();
process.stdout.write('stopped\n');
