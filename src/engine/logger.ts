/** The structured logger that the engine needs. Message content and keys must never be logged. */
export type Logger = {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
};
