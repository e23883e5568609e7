/** What the command line and programs replay with: today's read models, in stores of their own that are thrown away. */
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

/** An error of a read model is told; the model is left behind for that organization. */
export const replayTools: ReplayTools & { readonly openReader: (config: Config) => Promise<LogReader> } = {
  projections,
  logger,
  openStore: () => openScratchStore(),
  openReader: (config) => openLogReader(config, logger),
};
