/** Which view the address names. */
import { computed, effect, untracked } from '@preact/signals';
import { fragment, wantedWorld } from '../api/looking.ts';
import { show } from '../model/follow.ts';
import { fragmentOf, type Narrow, narrowOfFragment, placeOf } from '../model/narrow.ts';
import { decoded } from '../model/past-address.ts';
import { world } from '../model/world.ts';
import { goTo } from './compose-state.ts';
import { editing, selected } from './selection.ts';

/** The messages that the address names; undefined for a screen of another kind. */
export const address = computed<Narrow | undefined>(() => narrowOfFragment(fragment.value));

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
    const { value: at } = world;
    // What belongs to another world is not shown, and is asked for once this one is there.
    if (!narrow || at !== wantedWorld.value) return;
    untracked(() => {
      selected.value = undefined;
      editing.value = undefined;
      show(narrow);
      if (at === 'live') goTo(placeOf(narrow));
    });
  });
