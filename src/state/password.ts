/** The hash of a person's password, folded from its log stream when it is needed. It is in no snapshot and in no read model. */
import type { Aggregate } from '../define/handlers.ts';

/** Undefined: the person has no password. */
export type PasswordHash = { readonly hash: string | undefined };

export const passwordHash: Aggregate<PasswordHash> = {
  initial: () => ({ hash: undefined }),
  on: { PasswordSet: ({ data: { hash } }) => ({ hash }) },
};
