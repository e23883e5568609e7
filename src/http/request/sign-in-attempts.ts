/**
 * Attempts with passwords, by account. They are taken back if the password was right. Accounts that do not exist count like others, so
 * that nobody learns which do.
 */
import { signInAccountsMax, signInFailureSecs, signInFailuresMax } from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

export class SignInAttempts extends Attempts {
  constructor(accountsMax = signInAccountsMax) {
    super({ max: signInFailuresMax, secs: signInFailureSecs, remembered: accountsMax });
  }
}
