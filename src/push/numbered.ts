/** An event of the trail with its number among the events of a sink. */
import type { TrailRecord } from '../wire/trail.ts';

export type Numbered = {
  readonly id: string;
  readonly sequence: number;
  /** Undefined if the trail no longer has the event. */
  readonly record: TrailRecord | undefined;
};
