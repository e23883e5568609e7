/** The serialized fields of one client event, by form. Each is made when a queue first asks for it, and its bytes are counted. */
export type Form =
  | ('plain' | 'slim' | 'default' | 'update' | 'bulk' | 'single')
  | Avatars
  | `${Avatars} seen`
  | `${'html' | 'raw'} ${Avatars}`;
type Avatars = 'gravatar' | 'avatar';

export class FormTexts {
  readonly #texts: Partial<Record<Form, string>> = {};
  #bytes = 0;
  /** Called with the change in bytes whenever a text is made or forgotten; undefined while nothing counts them. */
  onGrown: ((bytes: number) => void) | undefined;

  /** The texts are made anew when they are asked for again. */
  forget(): void {
    for (const form of Object.keys(this.#texts) as Form[]) delete this.#texts[form];
    this.onGrown?.(-this.#bytes);
    this.#bytes = 0;
  }

  /** Bytes of memory that the texts take. */
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

/** Bytes of memory of a string: one a character, or two each where any character is outside Latin-1. */
export const memoryOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 * text.length : text.length);
