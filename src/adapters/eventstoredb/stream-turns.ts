/**
 * Appends to one log stream go one after the other. The client does not keep the order in which they were handed to it
 * while it connects, and one that is in doubt must be settled before the next builds on it.
 */
export type StreamTurns = <T>(stream: string, work: () => Promise<T>) => Promise<T>;

export const streamTurns = (): StreamTurns => {
  const last = new Map<string, Promise<unknown>>();
  return async (stream, work) => {
    const before = last.get(stream);
    const turn = before === undefined ? work() : before.then(work, work);
    last.set(stream, turn);
    try {
      return await turn;
    } finally {
      if (last.get(stream) === turn) last.delete(stream);
    }
  };
};
