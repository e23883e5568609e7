/** What verification finds. `index`: the index of the leaf. Null for an event without a leaf, and for a checkpoint. */
export type Finding = {
  readonly kind: 'CHANGED' | 'MISSING' | 'UNSEALED' | 'ERASED';
  readonly index: number | null;
  readonly event: string | null;
  /** The event that erased it. */
  readonly by?: string;
  readonly why?: string;
};

export type Verified = {
  readonly size: number;
  readonly root: string;
  readonly events: number;
  readonly counts: Readonly<Record<Finding['kind'], number>>;
  /** 0: intact. 1: something was changed or is missing. 2: sealing is behind. */
  readonly exit: 0 | 1 | 2;
};
