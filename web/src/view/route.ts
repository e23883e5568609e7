/** Finds the view that the address names. */
import { computed, effect, untracked } from '@preact/signals';
import { fragment, wantedViewpoint } from '../api/looking.ts';
import { movedTopic, show } from '../model/follow.ts';
import { fragmentOf, isOfPlace, type Narrow, narrowOfFragment, ofPlace, placeOf } from '../model/narrow.ts';
import { decoded } from '../model/past-address.ts';
import { moveUnsent } from '../model/sending.ts';
import { viewpoint } from '../model/viewpoint.ts';
import { goTo, keyOfPlace, moveDraft } from './compose-state.ts';
import { editing, isMenuOpen, selected } from './selection.ts';

/** The messages that the address names; undefined if it names another screen. */
export const address = computed<Narrow | undefined>(() => narrowOfFragment(fragment.value));

/** The path of a screen that does not show messages: `#audit/trail` → `['audit', 'trail']`. */
export const screen = computed<readonly string[]>(() =>
  address.value ? [] : fragment.value.slice(1).split('/').map(decoded),
);

const withoutNear = (narrow: Narrow): Narrow => narrow.filter(({ operator }) => operator !== 'near');

export const isShown = (narrow: Narrow): boolean =>
  address.value !== undefined &&
  fragmentOf(withoutNear(address.value)).toLowerCase() === fragmentOf(narrow).toLowerCase();

/** Whether a stream, or a part of it, is shown. */
export const isWithin = (streamId: number): boolean =>
  address.value?.some(({ operator, operand }) => operator === 'stream' && operand === streamId) ?? false;

/** Shows what the address names, now and after each change, until the returned function is called. */
export const followAddress = (): (() => void) => {
  const ends = [effect(showAddressed), effect(openAddressedPlace), effect(goWithTopic), effect(closeMenu)];
  document.addEventListener('click', closeAfterLink);
  return () => {
    for (const end of ends) end();
    document.removeEventListener('click', closeAfterLink);
  };
};

/** The visitor's id and the names of streams are known after the first registration, so this runs again then. */
function openAddressedPlace(): void {
  if (address.value && viewpoint.value === 'live' && wantedViewpoint.value === 'live') goTo(placeOf(address.value));
}

/** A topic that is renamed or moved takes along its reader and what is written to it. */
function goWithTopic(): void {
  const { value: moved } = movedTopic;
  if (!moved) return;
  untracked(() => {
    movedTopic.value = undefined;
    moveDraft(moved.from, moved.to);
    moveUnsent(moved.from, moved.to);
    const narrow = address.value ?? [];
    const isThere = isOfPlace(narrow) && keyOfPlace(placeOf(narrow)) === keyOfPlace(moved.from);
    if (isThere) location.replace(fragmentOf(ofPlace(moved.to)));
  });
}

/** On a telephone it covers what the address names. */
function closeMenu(): void {
  if (fragment.value) isMenuOpen.value = false;
}

/** A link may lead to the present address. */
function closeAfterLink({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a')) isMenuOpen.value = false;
}

function showAddressed(): void {
  const narrow = address.value;
  // While the page changes between present and past, nothing is fetched until the data of the new moment are there.
  if (!narrow || viewpoint.value !== wantedViewpoint.value) return;
  untracked(() => {
    const near = narrow.find(({ operator }) => operator === 'near')?.operand;
    selected.value = near === undefined ? undefined : Number(near);
    editing.value = undefined;
    show(narrow);
  });
}
