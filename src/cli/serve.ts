/** Runs the server until it gets a signal to stop. */
import { resolve } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { fingerprintOf } from '../engine/secrets.ts';
import { serviceVersion } from '../vocabulary/versions.ts';
import type { Application } from './application.ts';
import { answerTasks } from './control-socket.ts';
import { makeDataFolder } from './data-folder.ts';
import { lockData } from './data-lock.ts';
import { assertFoundedInDevelopment, devOrganization, firstSteps } from './dev-organization.ts';
import { ledgerKeys } from './ledger-key.ts';
import { serverSecrets, settleSecretFiles } from './secret.ts';
import { serviceLogger } from './service-logger.ts';
import { stopSignal } from './stop-signal.ts';
import type { OwnSubcommand, Task } from './subcommand.ts';
import { isSystemError } from './system-error.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

/** The log goes to the standard error, and the greeting to the standard output. */
export const serve = (tasks: readonly Task[]): OwnSubcommand => ({
  name: 'serve',
  summary: 'Run the server until it is interrupted',
  async run({ config, env, open, print }) {
    const stopped = stopSignal();
    await makeDataFolder(config.data);
    const lock = await lockData(config.data);
    try {
      await refuseUnfinishedRestore(config.data);
      const secret = await serverSecrets(config, env);
      const logger = serviceLogger(config.logLevel);
      const keys = await ledgerKeys(config, env.VERBATIM_LEDGER_KEY);
      const progress = (events: number): void => print(`replaying the log: ${events} events so far`);
      const look = env.VERBATIM_MODE === undefined ? assertFoundedInDevelopment : async () => undefined;
      const application = await open(config, secret, logger, { progress, stopped, look }, keys);
      try {
        const { replayed, services } = application;
        // An interrupted `secret finish` may not have renamed the files.
        if (services.state.secrets.former === undefined)
          await settleSecretFiles(config, (one) => fingerprintOf(one) === services.secrets.ownFingerprint);
        const first =
          config.mode === 'development' && !isImporting(application)
            ? await devOrganization(application.services)
            : undefined;
        const { endpoints, readPage, startHttp } = await import('./serving.ts');
        const page = await readPage(resolve(import.meta.dirname, '../../../page'));
        const http = await startHttp(endpoints, application.services, logger, { watch: application.watch, page }).catch(
          (error: unknown) => {
            if (!isSystemError(error)) throw error;
            throw new ConfigError(`VERBATIM_HOST and VERBATIM_PORT cannot be used: ${error.message}`, { cause: error });
          },
        );
        lock.answerWith(answerTasks(tasks, application, logger));
        logger.info({ port: http.port, data: config.data, mode: config.mode, ...replayed }, 'listening');
        const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${http.port}`;
        for (const line of greeting(base, config, application)) print(line);
        if (page) print(`Open ${base}/ in a browser`);
        if (first) for (const line of firstSteps(first, base, config.data)) print(line);
        logger.info({ signal: await stopped }, 'stopping');
        await http.close();
        await lock.stopAnswering();
      } finally {
        await application.close();
      }
    } finally {
      await lock.release();
    }
  },
});

/** An unfinished import must not be mixed with development's organization. */
const isImporting = ({ services }: Application): boolean => services.state.importing.size > 0;

function replayedIn({ events, ms, snapshotOf }: Application['replayed']): string {
  const since = snapshotOf === undefined ? '' : ` after the snapshot of ${new Date(snapshotOf).toISOString()}`;
  return `${events} events${since} in ${Math.round(ms)} ms`;
}

function greeting(base: string, config: Config, application: Application): string[] {
  const { services, replayed } = application;
  const none = services.state.bySubdomain.size === 0;
  return [
    ...(isImporting(application)
      ? ['An import is not finished: `verbatim import` with the same file continues it']
      : []),
    `Verbatim ${serviceVersion} listening on ${base} (data: ${config.data}; ${replayedIn(replayed)})`,
    ...(none ? ['There is no organization yet: `verbatim realm create --help`'] : []),
  ];
}
