/** A row of the table of limits. */
export type Limit = {
  readonly value: number;
  /** What is counted, with its unit. */
  readonly what: string;
  /** The reason for this number. */
  readonly why: string;
  /** What happens beyond it. */
  readonly beyond: string;
};

export const limit = (value: number, what: string, why: string, beyond: string): Limit => ({
  value,
  what,
  why,
  beyond,
});

export const kib = 1024;
export const mib = 1024 * kib;

export const refused400 = '400 `BAD_REQUEST`, which names the parameter and the limit';
export const refusedBadRequest = '400 `BAD_REQUEST`';
export const countsAsSeveral = 'the request counts as several against the rate limit';
