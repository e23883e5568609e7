/** Ends a process that does not have the new secret when the secret is replaced. Such a process cannot check keys any more. */
import type { Followed, FollowerPart } from './follow/follower.ts';
import type { Secrets } from './secrets.ts';

export const endWithoutSecret = (): void => {
  process.stderr.write(
    'the secret was replaced by one that this process does not have: set VERBATIM_SECRET_NEXT, or the file `secret.next` in its data folder, ' +
      'and start it again\n',
  );
  process.exit(70);
};

export class SecretGuard implements FollowerPart {
  readonly #secrets: Secrets;
  readonly #onMissing: () => void;
  #hasBegun = false;
  /** The fingerprint of the secret in the newest replacement. */
  #wanted: string | undefined;

  constructor(secrets: Secrets, onMissing: () => void) {
    this.#secrets = secrets;
    this.#onMissing = onMissing;
  }

  /** Must be called when everything up to now is folded. Earlier replacements may name secrets that have ended since. */
  begin(): void {
    this.#hasBegun = true;
    this.#check();
  }

  see({ event }: Followed): void {
    if (event.type !== 'SecretReplaced') return;
    this.#wanted = event.data.fingerprint;
    if (this.#hasBegun) this.#check();
  }

  #check(): void {
    if (this.#wanted !== undefined && !this.#secrets.atHand.includes(this.#wanted)) this.#onMissing();
  }
}
