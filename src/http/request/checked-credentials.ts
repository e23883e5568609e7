/** A cache of valid credentials, because checking them costs HMACs. The caller must check that an entry is still valid. */
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';

/** Credentials that were valid in this organization for this key generation and secret. In another organization they are wrong. */
export type Checked = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly generation: number;
  /** The fingerprint of the secret from which the key is derived. */
  readonly secret: string;
};

/** How many characters an entry counts in addition to its key. */
const entryCharacters = 100;

/**
 * Valid credentials by their header in canonical form: without blanks, and with the address in lower case. Most clients send that form, so
 * that their credentials are found without decoding. Any other form is decoded first, so that the same credentials are never cached twice.
 */
export class CheckedCredentials {
  readonly #byHeader = new Map<string, Checked>();
  readonly #charactersMax: number;
  #characters = 0;

  constructor(charactersMax = limits.checkedCharactersMax) {
    this.#charactersMax = charactersMax;
  }

  get characters(): number {
    return this.#characters;
  }

  get(header: string): Checked | undefined {
    return this.#byHeader.get(header);
  }

  set(header: string, checked: Checked): void {
    if (!this.#byHeader.has(header)) this.#characters += header.length + entryCharacters;
    this.#byHeader.set(header, checked);
    for (const oldest of this.#byHeader.keys()) {
      if (this.#characters <= this.#charactersMax) return;
      this.#byHeader.delete(oldest);
      this.#characters -= oldest.length + entryCharacters;
    }
  }
}
