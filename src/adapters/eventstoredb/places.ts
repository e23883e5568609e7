/** So much at a time; the rest waits in the order of asking. */
export type Places = <T>(work: () => Promise<T>) => Promise<T>;

export const places = (countMax: number): Places => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken < countMax) taken += 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const enter = waiting.shift();
      if (enter === undefined) taken -= 1;
      else enter();
    }
  };
};
