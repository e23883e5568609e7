/** What the command line and programs replay with: today's read models, in stores of their own that are thrown away. */
import { projections } from '../projections/index.ts';
import type { ReplayTools } from './replay/opened-replay.ts';
import { openScratchStore } from './stores.ts';

const quiet = (): void => undefined;

/** An error of a read model is told; the model is left behind for that organization. */
export const replayTools: ReplayTools = {
  projections,
  logger: { debug: quiet, info: quiet, warn: quiet, error: (facts, text) => console.error(text, facts) },
  openStore: () => openScratchStore(),
};
