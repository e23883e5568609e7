/** Ends a process that does not have the new secret when the secret is replaced. Such a process cannot check keys any more. */
import type { Followed } from '../engine/follow/follower.ts';
import type { Secrets } from '../engine/secrets.ts';

export const endWithoutSecret = (): void => {
  process.stderr.write(
    'the secret was replaced by one that this process does not have: set VERBATIM_SECRET_NEXT, or the file `secret.next` in its data folder, ' +
      'and start it again\n',
  );
  process.exit(70);
};

export function secretGuard(secrets: Secrets, onMissing: () => void) {
  let hasBegun = false;
  /** The fingerprint of the secret in the newest replacement. */
  let wanted: string | undefined;

  /** Must be called when everything up to now is folded. Earlier replacements may name secrets that have ended since. */
  function begin(): void {
    hasBegun = true;
    check();
  }

  function see({ event }: Followed): void {
    if (event.type !== 'SecretReplaced') return;
    wanted = event.data.fingerprint;
    if (hasBegun) check();
  }

  function check(): void {
    if (wanted !== undefined && !secrets.atHand.includes(wanted)) onMissing();
  }

  return { begin, see };
}
