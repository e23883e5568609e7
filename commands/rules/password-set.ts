/** The event that sets the password of a person. Only here is a hash signed, because nobody may sign in with a hash that is not. */
import type { Context } from '../../src/define/command.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';

export const passwordSet = (
  userId: UserId,
  hash: string,
  signPassword: Context['signPassword'],
): Extract<DomainEvent, { type: 'PasswordSet' }> => ({
  type: 'PasswordSet',
  data: { userId, hash, signature: signPassword(userId, hash) },
});
