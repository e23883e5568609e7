/** The parts of the page that are loaded when they are needed: screens, formulas, the names of emoji. */
import { effect, signal, untracked } from '@preact/signals';
import { connectionState } from './connection.ts';
import { counted } from './under-way.ts';

/** Parts that could not be loaded: the server cannot be reached, or serves those of another version. Each is called to try again. */
export const missingParts = signal<readonly (() => void)[]>([]);

/** Resolves as soon as the part is loaded, however often that fails before. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await counted(load);
    } catch {
      await new Promise<void>((again) => {
        missingParts.value = [...missingParts.value, again];
      });
    }
  }
}

/** The build asks for a stylesheet only once. */
const failedLinks = new Set<HTMLLinkElement>();
const keepFailed = ({ target }: globalThis.Event): void => {
  if (target instanceof HTMLLinkElement) failedLinks.add(target);
};
// The event does not bubble.
globalThis.addEventListener('error', keepFailed, { capture: true });

export function tryPartsAgain(): void {
  for (const link of failedLinks) link.replaceWith(link.cloneNode());
  failedLinks.clear();
  const { value: parts } = missingParts;
  missingParts.value = [];
  for (const again of parts) again();
}

effect(() => {
  if (connectionState.value.is === 'live') untracked(tryPartsAgain);
});
