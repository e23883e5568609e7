/**
 * Which rows of a long list are drawn, and how high the space above and below them is. Heights are measured once a row has been drawn and
 * estimated before. The row at the top of the window keeps its place whatever is added or measured above it.
 */
const estimated = 72;
const overscan = 600;
/** With fewer measured heights than this, none are forgotten. */
const heightsMin = 1_000;

export type Window = { readonly from: number; readonly to: number; readonly above: number; readonly below: number };

export class VirtualRows {
  #keys: readonly number[] = [];
  readonly #heights = new Map<number, number>();
  /** Top of each row, and at the end the height of all. */
  #tops = new Float64Array(1);
  #indexes: Map<number, number> | undefined;

  set keys(keys: readonly number[]) {
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#indexes = undefined;
    if (this.#heights.size > 2 * keys.length + heightsMin) this.#forgetHeights();
    this.#place();
  }

  get total(): number {
    return this.#tops[this.#keys.length] ?? 0;
  }

  /** Returns whether a height was news. */
  measured(rows: Iterable<readonly [key: number, height: number]>): boolean {
    let isNews = false;
    for (const [key, height] of rows) {
      if (this.#heights.get(key) === height || height === 0) continue;
      this.#heights.set(key, height);
      isNews = true;
    }
    if (isNews) this.#place();
    return isNews;
  }

  topOf(key: number): number | undefined {
    this.#indexes ??= new Map(this.#keys.map((one, index) => [one, index]));
    const index = this.#indexes.get(key);
    return index === undefined ? undefined : this.#tops[index];
  }

  /** The row at a distance from the top of the list. */
  at(offset: number): number | undefined {
    return this.#keys[this.#indexAt(offset)];
  }

  /** The rows between two distances, and some around them. */
  window(top: number, height: number): Window {
    const from = this.#indexAt(top - overscan);
    const to = Math.min(this.#keys.length, this.#indexAt(top + height + overscan) + 1);
    return { from, to, above: this.#tops[from] ?? 0, below: this.total - (this.#tops[to] ?? 0) };
  }

  /** Forgets the heights of rows that are no longer in the list. */
  #forgetHeights(): void {
    const kept = new Set(this.#keys);
    for (const key of this.#heights.keys()) if (!kept.has(key)) this.#heights.delete(key);
  }

  #indexAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.#keys.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#tops[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #place(): void {
    const tops = new Float64Array(this.#keys.length + 1);
    let top = 0;
    for (const [index, key] of this.#keys.entries()) {
      tops[index] = top;
      top += this.#heights.get(key) ?? estimated;
    }
    tops[this.#keys.length] = top;
    this.#tops = tops;
  }
}
