/**
 * Listening on a port that a server had before it was stopped. Meanwhile any process may have got it for a connection of its own: a client that
 * tries to reach the stopped server may even get it for that.
 */
import { setTimeout as delay } from 'node:timers/promises';

const againMs = 50;

/** Resolves when `listen` has. It is called again while the port is taken. */
export async function onceFree<T>(listen: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await listen();
    } catch (error) {
      if (!String(error).includes('EADDRINUSE')) throw error;
      await delay(againMs);
    }
  }
}
