/**
 * One client for the whole process. The client keeps its pending appends in one place for all instances: an error on the
 * connection of one fails those of another, and an answer that comes after that ends the process. So whoever opens the
 * same store shares the client, and nobody opens another store beside it.
 */
import { setTimeout as after } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type AppendWindow, appendWindow } from './append-window.ts';

type Shared = {
  readonly connectionString: string;
  readonly client: EventStoreDBClient;
  readonly window: AppendWindow;
  holders: number;
};

export type HeldClient = {
  readonly client: EventStoreDBClient;
  /** All appends of the client share a connection, so they share this. */
  readonly window: AppendWindow;
  release(): Promise<void>;
};

/** Disposing waits for streams that a broken connection may never end. */
const disposeMsMax = 2000;

let shared: Shared | undefined;
let disposing: Promise<unknown> = Promise.resolve();

const assertUsable = (connectionString: string): void => {
  // As the client reads its settings: whatever their case, dashes and underscores.
  const settings = connectionString.toLowerCase().replace(/[_-]/g, '');
  if (settings.includes('throwonappendfailure=false')) {
    throw new Error('throwOnAppendFailure=false makes the client report wrong revisions: leave it out');
  }
};

export const holdClient = async (connectionString: string): Promise<HeldClient> => {
  assertUsable(connectionString);
  await disposing;
  shared ??= {
    connectionString,
    client: EventStoreDBClient.connectionString(connectionString),
    window: appendWindow(),
    holders: 0,
  };
  const held = shared;
  if (held.connectionString !== connectionString) throw new Error('this process has another event store open');
  held.holders += 1;
  let released = false;
  return {
    client: held.client,
    window: held.window,
    async release() {
      if (released) return;
      released = true;
      held.holders -= 1;
      if (held.holders > 0) return;
      shared = undefined;
      const over = new AbortController();
      const overtime = after(disposeMsMax, undefined, { signal: over.signal }).catch(() => {});
      disposing = Promise.race([held.client.dispose(), overtime]).finally(() => over.abort());
      await disposing;
    },
  };
};
