/** What a start has opened so far. It is closed in the reverse order, when the application ends or when the start fails. */
import type { Logger } from '../engine/logger.ts';

export class Opened {
  readonly #closing: (() => unknown)[] = [];

  closes(close: () => unknown): void {
    this.#closing.push(close);
  }

  /** Closes the rest also if one part cannot be closed. Then it throws that part's error at the end. */
  async close(): Promise<void> {
    const close = this.#closing.pop();
    if (!close) return;
    try {
      await close();
    } finally {
      await this.close();
    }
  }
}

/** Opens all parts, or closes those that it has opened and throws why. */
export async function openedWhole<T>(logger: Logger, open: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = new Opened();
  try {
    return await open(opened);
  } catch (error) {
    await opened
      .close()
      .catch((thrown: unknown) => logger.error({ err: thrown }, 'a part of a start that failed was not closed'));
    throw error;
  }
}
