/** How many turns of the event loop other tasks get while `work` runs. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(next);
  };
  setImmediate(next);
  await work();
  isOver = true;
  return turns;
}

/** Blocks the event loop. */
export function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
