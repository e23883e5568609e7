/** What is said of a person who was erased: the name and the address that stand instead of theirs. */
import type { UserId } from './ids.ts';

export const erasedPerson = (userId: UserId) => ({
  fullName: `Deleted user ${userId}`,
  email: `deleted-user-${userId}@erased.invalid`,
});
