/** Groups in the order of their names, each with its changes. */
export type GroupChanges = {
  readonly name: string;
  /** Encoded as in changed.ts. */
  readonly changes: readonly number[];
};

export class Groups {
  readonly #changes: ReadonlyMap<string, readonly number[]>;
  /** In ascending order. */
  readonly #names: readonly string[];

  constructor(changes: ReadonlyMap<string, readonly number[]>) {
    this.#changes = changes;
    this.#names = [...changes.keys()].sort();
  }

  get size(): number {
    return this.#names.length;
  }

  get last(): string | undefined {
    return this.#names.at(-1);
  }

  /** The next `count` groups after a name, in ascending order. */
  after(name: string, count: number): GroupChanges[] {
    const from = this.#firstAfter(name);
    return this.#names.slice(from, from + count).map((own) => ({ name: own, changes: this.#changes.get(own) ?? [] }));
  }

  #firstAfter(name: string): number {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#names[middle] as string) > name) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
