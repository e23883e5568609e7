/** Structured logs: what the engine asks of them. Never message content, never keys. */
export type Logger = {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
};
