/** The dependencies of replays in the command line and in programs: the current read models, in temporary stores. */
import { projections } from '../projections/index.ts';
import type { Config } from './config.ts';
import type { Logger } from './engine/logger.ts';
import type { LogReader } from './ports/log-reader.ts';
import type { ReplayTools } from './replay/opened-replay.ts';
import { openLogReader, openScratchStore } from './stores.ts';

const quiet = (): void => undefined;
const logger: Logger = {
  ...{ debug: quiet, info: quiet, warn: quiet },
  error: (facts: unknown, text?: string) => console.error(text, facts),
};

/** An error of a read model is printed, and the model is left behind for that organization. */
export const replayTools: ReplayTools & { readonly openReader: (config: Config) => Promise<LogReader> } = {
  projections,
  logger,
  openStore: () => openScratchStore(),
  openReader: (config) => openLogReader(config, logger),
};
