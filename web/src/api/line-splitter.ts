/** Joins pieces of a text, which may end anywhere, and splits it into lines. */
export class LineSplitter {
  #rest = '';

  /** The lines that the piece completes. */
  take(piece: string): readonly string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '');
  }
}
