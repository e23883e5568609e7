/**
 * The hash of a person's password. It is folded from the person's log stream when it is needed, and is in no snapshot and no read model.
 */
import type { Aggregate } from '../define/handlers.ts';

/** As it is stored: whether the signature is valid is for the reader to check. Both are undefined if the person has no password. */
export type PasswordHash = { readonly hash: string | undefined; readonly signature: string | undefined };

export const passwordHash: Aggregate<PasswordHash> = {
  initial: () => ({ hash: undefined, signature: undefined }),
  on: { PasswordSet: ({ data: { hash, signature } }) => ({ hash, signature }) },
};
