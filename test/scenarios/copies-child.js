/** The built service, which makes copies of the past as soon as it has started, for the test that kills it. */
import { runCommandLine } from '../../dist/program/src/cli/command-line.js';
import { openMetrics } from '../../dist/program/src/http/operations/metrics.js';
import { openApplicationOver } from '../../dist/program/src/main.js';
import { openEventLog, openReadStore } from '../../dist/program/src/stores.js';

const pastCopies = { eventsMin: 40, pauseMs: 1, erasedPauseMs: 1e9 };

process.exitCode = await runCommandLine(['serve'], process.env, {
  async open(config, secret, logger, ...given) {
    const metrics = openMetrics();
    const log = await openEventLog(config, logger, metrics.instruments);
    const store = await openReadStore(config, logger);
    return openApplicationOver({ log, store, metrics, sizes: { pastCopies } }, config, secret, logger, ...given);
  },
});
