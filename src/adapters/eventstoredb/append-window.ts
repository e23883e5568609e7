/**
 * How much may be on its way to the store without an answer. The client throws, where nobody can catch it, for every
 * append that it still has to hand to a connection that breaks; so no more is sent at once than a connection takes in
 * (the smallest flow-control window of any server is 64 KiB, half of which may be unaccounted for). Appends that are few
 * are let through whatever their size: the client keeps 16 messages in a queue of its own before it gets there.
 */
const bytesMax = 48 * 1024;
const countFree = 8;

export type AppendWindow = {
  /** Runs `send` when there is room, in the order of asking. */
  through<T>(bytes: number, send: () => Promise<T>): Promise<T>;
};

export const appendWindow = (): AppendWindow => {
  const waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  let [bytes, count] = [0, 0];

  const fits = (more: number): boolean => count < countFree || bytes + more <= bytesMax;

  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      bytes += next.bytes;
      count += 1;
      next.enter();
    }
  };

  return {
    async through(size, send) {
      await new Promise<void>((enter) => {
        waiting.push({ bytes: size, enter });
        admit();
      });
      try {
        return await send();
      } finally {
        bytes -= size;
        count -= 1;
        admit();
      }
    },
  };
};
