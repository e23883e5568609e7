/** The dependencies of replays in the command line and in programs: the current read models, in temporary stores. */
import { projections } from '../projections/index.ts';
import type { Config } from './config.ts';
import type { Logger } from './engine/logger.ts';
import type { LogReader } from './ports/log-reader.ts';
import type { WhilePaused } from './ports/while-paused.ts';
import type { ReplayTools } from './replay/opened-replay.ts';
import { openLogReader, openScratchStore } from './stores.ts';

const quiet = (): void => undefined;
const logger: Logger = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: (facts: unknown, text?: string) => console.error(text, facts),
};

type OpenReader = (config: Config, whilePaused: WhilePaused) => Promise<LogReader>;

/** An error of a read model is printed, and the model is left behind for that organization. */
export const replayTools: ReplayTools & { readonly openReader: OpenReader } = {
  projections,
  logger,
  openStore: () => openScratchStore(),
  openReader: (config, whilePaused) => openLogReader(config, logger, whilePaused),
};
