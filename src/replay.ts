/**
 * `verbatim/replay`: history as a value. It folds an export of an organization with the code that serves it, up to any moment or event by
 * event, and shows the changes of each event. It needs no server and no stores, and writes to none.
 */
import { exportedHistory } from './replay/exported-history.ts';
import { openedReplay } from './replay/opened-replay.ts';
import type { Replay, ReplayOptions, ReplayStep } from './replay/types.ts';
import { replayTools } from './replay-tools.ts';

export type {
  DocumentChange,
  Replay,
  ReplayEnd,
  ReplayEvent,
  ReplayOptions,
  ReplayStep,
  ToldEvent,
} from './replay/types.ts';

/**
 * The read models at the beginning of an export, which can advance. Throws an Error that describes the fault in the file or the moments.
 */
export async function openReplay({ export: path, ...order }: ReplayOptions): Promise<Replay> {
  return openedReplay(exportedHistory(path), order, replayTools);
}

/** Every event after `from` up to `until`, with its changes. */
export async function* replay(options: ReplayOptions): AsyncGenerator<ReplayStep> {
  const opened = await openReplay(options);
  try {
    for (let step = await opened.step(); step; step = await opened.step()) yield step;
  } finally {
    await opened.close();
  }
}
