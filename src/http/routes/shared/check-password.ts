/** Compares a password with that of an account, within the limits on guessing. Wrong passwords are recorded. */
import { recordSignInFailure } from '../../../../commands/user/record-sign-in-failure.ts';
import type { Call } from '../../../define/endpoint.ts';
import { payerIn } from '../../../define/payer.ts';
import { type Account, recentSignInFailures } from '../../../state/directory.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { networkOf } from '../../request/client-address.ts';
import { exceeded } from '../../request/rate-limit.ts';
import { ProblemError } from '../../response/problem.ts';
import type { ServicesRunning } from '../../services.ts';

/** How many wrong keys an attempt counts as, for its network address. */
const cost = { right: 2, wrong: 6 };

export const tooWeak = { status: 400, msg: 'The password is too weak.' };

/** How many requests the hash of a password counts as, against its user's rate limit. */
export const requestsPerHash = 10;

type Checked = { readonly isRight: boolean };

type Caller = Pick<Call<unknown>, 'realmId' | 'userId' | 'address'>;

/** Callers take turns in hashing passwords. A caller is a user. Without a user, it is everybody with the same network address. */
export const whoseTurn = ({ realmId, userId, address }: Caller): string =>
  payerIn(realmId, userId === 0 ? networkOf(address()) : userId);

/**
 * `address`: the e-mail address as the caller gave it. `account`: the account with that address; undefined if there is none. Throws a 429
 * beyond the limits.
 */
export async function checkPassword(
  call: Pick<Call<unknown>, 'realmId' | 'userId' | 'client' | 'requestId' | 'address' | 'wrongCredentials'>,
  services: ServicesRunning<typeof recordSignInFailure>,
  { address, account }: { readonly address: string; readonly account: Account | undefined },
  password: string,
): Promise<Checked> {
  const { realmId, client, requestId } = call;
  call.wrongCredentials.admit();
  admitAccount(account, Date.now());
  const takeBack = services.signIns.begin(services.secrets.fingerprint(realmId, address), services.now());
  const checked = await compared(call, services, account, password).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  call.wrongCredentials.count(checked.isRight ? cost.right : cost.wrong);
  if (checked.isRight) takeBack();
  else {
    const by = { realmId, userId: null, client, requestId };
    await services.run(recordSignInFailure, { userId: account?.userId ?? null, address: call.address() }, by);
  }
  return checked;
}

async function compared(
  call: Caller,
  { passwords }: ServicesRunning<never>,
  account: Account | undefined,
  password: string,
): Promise<Checked> {
  const { hash } = await passwords.of(call.realmId, account?.userId);
  return { isRight: await passwords.isRight(password, hash, whoseTurn(call)) };
}

/** Checks the recorded attempts, which count in all processes and after a restart. `now`: the time of the machine's clock. */
function admitAccount(account: Account | undefined, now: number): void {
  const recent = account ? recentSignInFailures(account, now) : [];
  const [oldest = now] = recent;
  if (recent.length >= limits.signInFailuresMax)
    throw new ProblemError(exceeded((oldest + limits.signInFailureSecs * 1000 - now) / 1000));
}
