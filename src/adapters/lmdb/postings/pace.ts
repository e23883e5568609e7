/** When records are merged into blocks. */
export type Pace = {
  /** Merging begins when the records have more bytes than this. The larger it is, the less often a block is rewritten. */
  readonly waitingMax: number;
  /** At least this many groups are merged with one commit. A small number keeps each commit short. */
  readonly groupsPerCommit: number;
  /**
   * When the records have this many groups, later records are merged separately, because names take more memory than the bytes of their
   * records.
   */
  readonly groupsMax: number;
  /** A larger record is split into several, and merges do not create a larger one. */
  readonly recordMax: number;
};
export const paceDefault: Pace = {
  waitingMax: 3_000_000,
  groupsPerCommit: 1000,
  groupsMax: 100_000,
  recordMax: 500_000,
};
