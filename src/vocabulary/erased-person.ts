/** The name and the address that are shown instead of those of an erased person. */
import type { UserId } from './ids.ts';

export const erasedPerson = (userId: UserId) => ({
  fullName: `Deleted user ${userId}`,
  email: `deleted-user-${userId}@erased.invalid`,
});
