/** An event of the trail with its number among those that a sink is sent. */
import type { TrailRecord } from '../wire/trail.ts';

export type Numbered = {
  readonly id: string;
  readonly sequence: number;
  /** Undefined: nothing is known of it any more. */
  readonly record: TrailRecord | undefined;
};
