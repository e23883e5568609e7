/**
 * The hash of a person's password. It is folded from the person's log stream when it is needed, and is in no snapshot and no read model.
 */
import type { Aggregate } from '../define/handlers.ts';

/** Undefined if the person has no password. */
type PasswordHash = { readonly hash: string | undefined };

export const passwordHash: Aggregate<PasswordHash> = {
  initial: () => ({ hash: undefined }),
  on: { PasswordSet: ({ data: { hash } }) => ({ hash }) },
};
