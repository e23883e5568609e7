/** The structured logger that the engine needs. Message content and keys must never be logged. */
export type Logger = {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
};

/** Returns a function that calls `log` at most once a minute. */
export function onceAMinute(): (log: () => void) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (log) => {
    if (performance.now() - loggedAt < 60_000) return;
    loggedAt = performance.now();
    log();
  };
}
