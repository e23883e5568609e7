/** Text that several answers share. It is measured and encoded once for all of them. */
export class SharedText {
  readonly text: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
  #buffer: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.byteLength(text);
  }

  get buffer(): Buffer {
    this.#buffer ??= Buffer.from(this.text, this.bytes === this.text.length ? 'latin1' : 'utf8');
    return this.#buffer;
  }
}
