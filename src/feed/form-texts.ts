/** The serialized fields of one client event, by form. Each text is made when a queue first requests it, and its bytes are counted. */
export type Form =
  | ('plain' | 'slim' | 'default' | 'update' | 'bulk' | 'single')
  | Avatars
  | `${Avatars} seen`
  | `${'html' | 'raw'} ${Avatars}`;
type Avatars = 'gravatar' | 'avatar';

export class FormTexts {
  readonly #texts: Partial<Record<Form, string>> = {};
  #bytes = 0;
  /** Called with the change in bytes whenever a text is made or dropped. Undefined while nothing counts the bytes. */
  onGrown: ((bytes: number) => void) | undefined;

  /** Drops the texts. They are made again on the next request. */
  forget(): void {
    for (const form of Object.keys(this.#texts) as Form[]) delete this.#texts[form];
    this.onGrown?.(-this.#bytes);
    this.#bytes = 0;
  }

  /** The memory of the texts in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  once(form: Form, make: () => string): string {
    const known = this.#texts[form];
    if (known !== undefined) return known;
    const text = make();
    this.#texts[form] = text;
    const bytes = memoryOf(text);
    this.#bytes += bytes;
    this.onGrown?.(bytes);
    return text;
  }
}

/** The memory of a string in bytes: one for each character, or two for each if any character is outside Latin-1. */
export const memoryOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 * text.length : text.length);
