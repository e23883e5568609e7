/** Splits a stream of text chunks into lines. A chunk may end anywhere. */
export class LineSplitter {
  #rest = '';

  /** Returns the lines that the chunk completes. */
  take(piece: string): readonly string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '');
  }
}
