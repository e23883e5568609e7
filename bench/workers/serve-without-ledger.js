/** The service as `bin/verbatim.js` runs it, from the same build and with the same options, but nothing is sealed. */
import { runCommandLine } from '../../dist/program/src/cli/command-line.js';
import { openMetrics } from '../../dist/program/src/http/operations/metrics.js';
import { openApplicationOver } from '../../dist/program/src/main.js';
import { openEventLog, openReadStore } from '../../dist/program/src/stores.js';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  async open(config, secret, logger, ...given) {
    const metrics = openMetrics();
    const log = await openEventLog(config, logger, metrics.instruments);
    const store = await openReadStore(config, logger);
    const stores = { log, store, metrics, sizes: { sealing: 'none' } };
    return openApplicationOver(stores, config, secret, logger, ...given);
  },
});
