/** The waiting actions of each subject. No subject has more of them than its policy allows. */

/** The first action beyond the limit is reported. Later ones are not reported until no action of the subject waits. */
type Admission = 'waits' | 'waits-already' | 'first-too-many' | 'too-many';

export class WaitingSubjects {
  readonly #waiting = new Map<string, Set<string>>();
  /** Subjects that have exceeded their limit and still have waiting actions. */
  readonly #tooMany = new Set<string>();

  /** `max`: how many actions of the subject may wait; undefined for any number. */
  admit(subject: string, action: string, max: number | undefined): Admission {
    const actions = this.#waiting.get(subject) ?? new Set<string>();
    if (actions.has(action)) return 'waits-already';
    if (max === undefined || actions.size < max) {
      this.#waiting.set(subject, actions.add(action));
      return 'waits';
    }
    if (this.#tooMany.has(subject)) return 'too-many';
    this.#tooMany.add(subject);
    return 'first-too-many';
  }

  /** The action no longer waits. */
  leave(subject: string, action: string): void {
    const actions = this.#waiting.get(subject);
    actions?.delete(action);
    if (actions?.size !== 0) return;
    this.#waiting.delete(subject);
    this.#tooMany.delete(subject);
  }
}
