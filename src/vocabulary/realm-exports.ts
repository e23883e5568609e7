/** Exports of what every member may read end when they are deleted, or when they expire. */
import type { Millis } from './ids.ts';

export type Ending = { readonly expiresAt: Millis; readonly deletedAt?: Millis };

export const endedAt = ({ deletedAt, expiresAt }: Ending, now: Millis): Millis | undefined =>
  deletedAt ?? (expiresAt <= now ? expiresAt : undefined);
