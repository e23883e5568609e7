/** How answers end: queues that are told the same things share the text of them, joined and measured once. */
import { SharedText } from '../define/shared-text.ts';

/** Of the newest only: those whom one batch of events wakes look in the same turns. */
const keptMax = 8;
/** Characters of one that is kept. */
const lengthMax = 256 * 1024;

const nothing = new SharedText(']}\n');

export class AnswerCache {
  #kept: { readonly texts: readonly string[]; readonly ending: SharedText }[] = [];

  /** The texts of events in order, and what closes an answer behind them. */
  of(texts: readonly string[]): SharedText {
    if (texts.length === 0) return nothing;
    const known = this.#kept.find((one) => isSame(one.texts, texts));
    if (known) return known.ending;
    const ending = new SharedText(`${texts.length === 1 ? texts[0] : texts.join(',')}]}\n`);
    if (ending.text.length > lengthMax) return ending;
    if (this.#kept.length === keptMax) this.#kept.shift();
    this.#kept.push({ texts, ending });
    return ending;
  }

  /** Something has happened, which may have been an erasure. */
  forget(): void {
    if (this.#kept.length > 0) this.#kept = [];
  }
}

/** Texts that were written once are the same object, and not looked into. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index]);
