/** Which lines speak of which group, entered line by line. */
export class LineLists {
  /** The groups of the lines, one line's behind the other's. */
  #groups = new Int32Array(4096);
  #count = 0;
  /** Of each line, where its groups end. */
  #ends = new Int32Array(1024);
  #lines = 0;
  /** Of each group, the last line that spoke of it, and one more. */
  #last = new Int32Array(4096);
  /** One more than the highest group. */
  #size = 0;

  /** A line speaks of a group once, however often it names it. */
  add(group: number): void {
    if (group >= this.#size) {
      this.#size = group + 1;
      if (group >= this.#last.length) this.#last = longer(this.#last, group + 1);
    }
    if (this.#last[group] === this.#lines + 1) return;
    this.#last[group] = this.#lines + 1;
    if (this.#count === this.#groups.length) this.#groups = longer(this.#groups, this.#count + 1);
    this.#groups[this.#count] = group;
    this.#count += 1;
  }

  endLine(): void {
    if (this.#lines === this.#ends.length) this.#ends = longer(this.#ends, this.#lines + 1);
    this.#ends[this.#lines] = this.#count;
    this.#lines += 1;
  }

  /** The lines of each group in their order, one group's behind the other's: those of `group` from `starts[group]` on. */
  byGroup(): { readonly lines: Int32Array; readonly starts: Int32Array } {
    const [groups, ends] = [this.#groups, this.#ends];
    const starts = new Int32Array(this.#size + 1);
    for (let at = 0; at < this.#count; at += 1) {
      const next = (groups[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let group = 0; group < this.#size; group += 1)
      starts[group + 1] = (starts[group] as number) + (starts[group + 1] as number);
    const next = starts.slice();
    const lines = new Int32Array(this.#count);
    let at = 0;
    for (let line = 0; line < this.#lines; line += 1) {
      for (; at < (ends[line] as number); at += 1) {
        const group = groups[at] as number;
        lines[next[group] as number] = line;
        next[group] = (next[group] as number) + 1;
      }
    }
    return { lines, starts };
  }
}

const longer = (numbers: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(Math.max(least, 2 * numbers.length));
  more.set(numbers);
  return more;
};
