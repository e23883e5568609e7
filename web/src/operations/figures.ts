/** Formats numbers for people. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const share = (value: number): string => `${whole.format(100 * value)} %`;
export const bytes = (value: number): string => `${whole.format(Math.round(value / 1e6))} MB`;
export const duration = (ms: number): string => (ms < 1000 ? `${count(ms)} ms` : `${count(ms / 1000)} s`);

type Numbered = { readonly at: string; readonly last_message_id: number | null };

/** Messages per minute between each sample and the one before; null if it is not known. */
export const each = (samples: readonly Numbered[]): (number | null)[] =>
  samples.map((one, at) => {
    const before = samples[at - 1];
    if (!before || before.last_message_id === null || one.last_message_id === null) return null;
    const minutes = (Date.parse(one.at) - Date.parse(before.at)) / 60_000;
    return minutes > 0 ? (one.last_message_id - before.last_message_id) / minutes : null;
  });
