/** Which view the address names. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { show } from '../model/follow.ts';
import { fragmentOf, type Narrow, narrowOfFragment, placeOf } from '../model/narrow.ts';
import { goTo } from './compose-state.ts';
import { editing, selected } from './selection.ts';

const fragment = signal(location.hash);

globalThis.addEventListener('hashchange', () => {
  fragment.value = location.hash;
});

/** The messages that the address names; undefined for a screen of another kind. */
export const address = computed<Narrow | undefined>(() => narrowOfFragment(fragment.value));

/** What is no encoding stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The name of a screen that is not of messages: `#audit/trail` → `['audit', 'trail']`. */
export const screen = computed<readonly string[]>(() =>
  address.value ? [] : fragment.value.slice(1).split('/').map(decoded),
);

const withoutNear = (narrow: Narrow): Narrow => narrow.filter(({ operator }) => operator !== 'near');

export const isShown = (narrow: Narrow): boolean =>
  address.value !== undefined &&
  fragmentOf(withoutNear(address.value)).toLowerCase() === fragmentOf(narrow).toLowerCase();

/** Shows what the address names from now on. */
export const followAddress = (): (() => void) =>
  effect(() => {
    const narrow = address.value;
    if (!narrow) return;
    untracked(() => {
      selected.value = undefined;
      editing.value = undefined;
      show(narrow);
      goTo(placeOf(narrow));
    });
  });
