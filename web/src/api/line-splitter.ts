/** Whole lines out of pieces that end anywhere. */
export class LineSplitter {
  #rest = '';

  /** The lines that the piece completes. */
  take(piece: string): readonly string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '');
  }
}
