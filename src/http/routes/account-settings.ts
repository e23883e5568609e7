/** PATCH /settings: the caller's own name and password. */
import { z } from 'zod';
import { changeAccount } from '../../../commands/user/change-account.ts';
import { recordSignInFailure } from '../../../commands/user/record-sign-in-failure.ts';
import type { Call } from '../../define/endpoint.ts';
import { limits } from '../../vocabulary/limits.ts';
import { isWeakPassword } from '../../vocabulary/passwords.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { quotable, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import type { ServicesRunning } from '../services.ts';
import { checkPassword, requestsPerHash, whoseTurn } from './shared/check-password.ts';

const nothing = { status: 400, msg: 'Please fill out all fields.' };

export const patchAccount = defineEndpoint({
  id: 'updateAccount',
  route: 'PATCH /settings',
  summary: "Change the caller's name and password",
  description:
    'Changes the name or the password of the caller, or both. If one change is refused, nothing is changed. A caller without a password needs no `old_password`. E-mail addresses cannot be changed.',
  parameters: z.object({
    full_name: described(quotable().default(''), 'The new name, as plain text or as a JSON string.', 'Iago'),
    email: described(
      raw().default(''),
      'The present address of the caller. Any other address is refused.',
      'iago@example.com',
    ),
    old_password: described(raw().default(''), 'The present password, if there is one.', 'correct horse'),
    new_password: described(
      raw(z.string().max(limits.passwordLengthMax)).default(''),
      'The new password: eight characters or more.',
      'correct horse battery',
    ),
  }),
  response: z.object({ full_name: z.string().optional().describe('The new name, if it changed') }),
  example: { full_name: 'Iago' },
  commands: [changeAccount, recordSignInFailure],
  refusals: ['password-weak', 'unavailable'],
  errors: [nothing],
  async handle(call, services) {
    const { full_name: fullName, email, old_password: old, new_password: wanted } = call.parameters;
    if (fullName === '' && email === '' && wanted === '') throw new ProblemError(nothing);
    const input = {
      userId: call.userId,
      fullName: fullName === '' ? undefined : fullName,
      email: email.trim() === '' ? undefined : email,
    };
    // No password is compared or hashed for what is refused anyway.
    if (wanted !== '') await services.run(changeAccount, input, { ...call, dryRun: true });
    const password = wanted === '' ? undefined : await newPassword(call, services, old, wanted);
    const { result } = await services.run(changeAccount, { ...input, password }, call);
    return result.fullName === undefined ? {} : { full_name: result.fullName };
  },
});

async function newPassword(
  call: Call<unknown>,
  services: ServicesRunning<typeof recordSignInFailure>,
  old: string,
  wanted: string,
): Promise<{ hash: string; replaces: string | null }> {
  const { directory, people } = services.realm(call.realmId);
  const account = directory.accounts.get(call.userId);
  const { email = '', fullName = '' } = people.byId.get(call.userId) ?? {};
  if (isWeakPassword(wanted, [email, fullName])) throw new Refused({ code: 'password-weak' });
  call.charge(requestsPerHash);
  const { stored, hash: present } = await services.passwords.of(call.realmId, call.userId);
  if (present !== undefined) {
    const checked = await checkPassword(call, services, { address: email, account }, old);
    if (!checked.isRight) throw new Refused({ code: 'password-wrong' });
  }
  return { hash: await services.passwords.hash(wanted, whoseTurn(call)), replaces: stored.hash ?? null };
}
