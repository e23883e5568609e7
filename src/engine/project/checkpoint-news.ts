/**
 * Follows the checkpoints that another process commits. They are ignored until one is known to belong to this log: if the log was restored
 * or replaced, the read store has data of another log until the process with the lease has emptied it.
 */
import type { Checkpoint } from '../../ports/read-store.ts';
import { isOfLog } from './checkpoint.ts';
import type { ProjectorParts } from './projector-parts.ts';

/** Returns a function that stops following. */
export function checkpointNews(
  { store, log, logger, checkpoint: first }: Pick<ProjectorParts, 'store' | 'log' | 'logger' | 'checkpoint'>,
  listener: (checkpoint: Checkpoint) => void,
): () => void {
  let isBelieved = first.position > 0;
  let hasEnded = false;
  const verify = async (checkpoint: Checkpoint): Promise<void> => {
    if (!(await isOfLog(checkpoint, log)) || hasEnded) return;
    isBelieved = true;
    listener(checkpoint);
  };
  const end = store.onCheckpoint((checkpoint) => {
    if (!checkpoint) return;
    if (isBelieved) listener(checkpoint);
    // The log is out of reach. Later checkpoints are checked again.
    else
      verify(checkpoint).catch((error: unknown) =>
        logger.debug({ err: error }, 'a checkpoint was not compared with the log'),
      );
  });
  return () => {
    hasEnded = true;
    end();
  };
}
