/** Lists, for each group, the lines that name it. The groups are added line by line. */
export class LineLists {
  /** The groups of all lines, concatenated. */
  #groups = new Int32Array(4096);
  #count = 0;
  /** For each line, the end of its part of `#groups`. */
  #ends = new Int32Array(1024);
  #lines = 0;
  /** For each group, the last line that named it, plus 1. */
  #last = new Int32Array(4096);
  /** The highest group plus 1. */
  #size = 0;

  /** Adds a group to the current line, once for each line. */
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

  /** The lines of all groups, concatenated. Those of `group` are from `starts[group]` up to `starts[group + 1]`, in ascending order. */
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
