/**
 * Calls a listener when the checkpoint has changed, whichever process committed it. A change stream reports that something changed, and the
 * checkpoint itself is then read. A change stream can fall silent without an error. Therefore each wait has a time limit, after which the
 * checkpoint is read anyway.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeStream, Db } from 'mongodb';
import type { Checkpoint } from '../../ports/read-store.ts';
import { checkpointId, checkpoints } from './service-documents.ts';

export type CheckpointListener = (checkpoint: Checkpoint | undefined) => void;

type WatchTimes = {
  /** How long the server waits for a change before it answers that there was none. */
  readonly roundMs: number;
  /** How much longer than `roundMs` such an answer may take. */
  readonly answerMs: number;
  /** How long to wait after a failure before the stream is opened again. */
  readonly retryMs: number;
};

export const watchCheckpoint = (db: Db, times: WatchTimes, listener: CheckpointListener): (() => void) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let lastNotified: string | undefined;

  const notify = async (): Promise<void> => {
    const current = await checkpoints(db).findOne(checkpointId);
    const state = `${current?.token} ${current?.commits} ${current?.checkpoint?.position}`;
    if (signal.aborted || state === lastNotified) return;
    lastNotified = state;
    listener(current?.checkpoint);
  };

  /** Waits for a change, or for the server's answer that there was none. Throws if no answer came in time. */
  const round = async (changes: ChangeStream): Promise<void> => {
    const over = new AbortController();
    const late = delay(times.roundMs + times.answerMs, 'late', { signal: over.signal });
    try {
      if ((await Promise.race([changes.tryNext(), late])) === 'late') throw new Error('a change stream fell silent');
    } finally {
      over.abort();
      late.catch(() => 'the timer of a round that was in time');
    }
    // One read of the checkpoint covers all changes that have arrived.
    while (changes.bufferedCount() > 0) await changes.tryNext();
  };

  const follow = async (): Promise<void> => {
    await notify();
    const changes = checkpoints(db).watch([{ $match: { 'documentKey._id': checkpointId._id } }], {
      maxAwaitTimeMS: times.roundMs,
    });
    const close = (): Promise<void> => changes.close().catch(() => undefined);
    signal.addEventListener('abort', close);
    // The stream is open from here on. A commit before that is searched for now, so that none is missed.
    let opened: Promise<void> | undefined;
    changes.once('resumeTokenChanged', () => {
      opened = notify().catch(() => undefined);
    });
    try {
      while (!signal.aborted) {
        await round(changes);
        await opened;
        await notify();
      }
    } finally {
      signal.removeEventListener('abort', close);
      await close();
    }
  };

  const keepFollowing = async (): Promise<void> => {
    while (!signal.aborted) {
      // The stream is opened again after any failure. The reads that need the store report that it is out of reach.
      await follow().catch(() => undefined);
      if (!signal.aborted) await delay(times.retryMs, undefined, { signal }).catch(() => undefined);
    }
  };

  void keepFollowing();
  return () => stopped.abort();
};
