/**
 * Counts attempts with passwords for each account. An attempt is taken back if the password was right. Accounts that do not exist count
 * like others, so that nobody learns which accounts exist.
 */
import { signInAccountsMax, signInFailureSecs, signInFailuresMax } from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

export class SignInAttempts extends Attempts {
  constructor(accountsMax = signInAccountsMax) {
    super({ max: signInFailuresMax, secs: signInFailureSecs, remembered: accountsMax });
  }
}
