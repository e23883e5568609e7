/** The events that this version does not know. They are not absorbed. A later version that knows them builds the read models again. */
import type { StoredEvent } from '../../ports/event-log.ts';
import { isNamedAsOurs } from '../../vocabulary/log-streams.ts';
import { isOurs } from '../follow/is-ours.ts';

export class SkippedEvents {
  readonly #types: Set<string>;
  /** The position of the newest skipped event. */
  position = 0;

  constructor(types: readonly string[]) {
    this.#types = new Set(types);
  }

  /** The types of all skipped events so far, in alphabetical order. */
  get types(): string[] {
    return [...this.#types].sort();
  }

  add(stored: StoredEvent): void {
    // No version ever absorbs events of other programs.
    if (isNamedAsOurs(stored.stream) && isOurs(stored)) this.#types.add(stored.type);
    this.position = stored.position;
  }
}
