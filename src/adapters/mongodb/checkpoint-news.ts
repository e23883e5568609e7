/**
 * Tells of new checkpoints as they are committed, by whichever process. A change stream says that there is news; what the
 * news are is read. Change streams can stop without a word: each round is bounded, and a quiet one is checked upon.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeStream, Db } from 'mongodb';
import type { Checkpoint } from '../../ports/read-store.ts';
import { checkpointId, checkpoints } from './service-documents.ts';

export type CheckpointListener = (checkpoint: Checkpoint | undefined) => void;

export type NewsTimes = {
  /** How long the server waits for a change before it answers that there was none. */
  readonly roundMs: number;
  /** How long such an answer may take beyond that. */
  readonly answerMs: number;
  /** How long to wait before the stream is opened again after a failure. */
  readonly retryMs: number;
};

export const followCheckpoint = (db: Db, times: NewsTimes, listener: CheckpointListener): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  let told: string | undefined;

  const tell = async (): Promise<void> => {
    const standing = await checkpoints(db).findOne(checkpointId);
    const state = `${standing?.token} ${standing?.commits} ${standing?.checkpoint?.position}`;
    if (signal.aborted || state === told) return;
    told = state;
    listener(standing?.checkpoint);
  };

  /** One round of a stream; throws when no answer came in time. */
  const round = async (changes: ChangeStream): Promise<void> => {
    const over = new AbortController();
    const late = delay(times.roundMs + times.answerMs, 'late', { signal: over.signal });
    try {
      if ((await Promise.race([changes.tryNext(), late])) === 'late') throw new Error('a change stream fell silent');
    } finally {
      over.abort();
      late.catch(() => 'the timer of a round that was in time');
    }
    // What else has come meanwhile is the same news.
    while (changes.bufferedCount() > 0) await changes.tryNext();
  };

  const follow = async (): Promise<void> => {
    await tell();
    const changes = checkpoints(db).watch([{ $match: { 'documentKey._id': checkpointId._id } }], {
      maxAwaitTimeMS: times.roundMs,
    });
    const close = (): Promise<void> => changes.close().catch(() => undefined);
    signal.addEventListener('abort', close);
    // The stream is open: what was committed before that is told now, so that nothing falls in between.
    let opened: Promise<void> | undefined;
    changes.once('resumeTokenChanged', () => {
      opened = tell().catch(() => undefined);
    });
    try {
      while (!signal.aborted) {
        await round(changes);
        await opened;
        await tell();
      }
    } finally {
      signal.removeEventListener('abort', close);
      await close();
    }
  };

  const keepFollowing = async (): Promise<void> => {
    while (!signal.aborted) {
      // A stream that fails is opened again, whatever the failure: that the store is out of reach is told where it is read.
      await follow().catch(() => undefined);
      if (!signal.aborted) await delay(times.retryMs, undefined, { signal }).catch(() => undefined);
    }
  };

  void keepFollowing();
  return () => ended.abort();
};
