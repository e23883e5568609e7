/** The screens that do not show messages, and the title of whatever is shown. */
import { computed } from '@preact/signals';
import { isOfPlace, type Narrow, placeOf, searchOf } from '../model/narrow.ts';
import { isAuditor, mayAudit, myself, realmName, settings } from '../model/organization.ts';
import { counts } from '../model/unread.ts';
import type { IconName } from './icons.tsx';
import { placeWords } from './place-fields.tsx';
import { address, isShown, screen } from './route.ts';

export type Screen = {
  readonly path: readonly string[];
  readonly icon: IconName;
  readonly words: string;
  readonly isFor: () => boolean;
};

const anybody = (): boolean => true;
const auditors = (): boolean => isAuditor.value;
const auditorsAndOwners = (): boolean => mayAudit.value;
const administrators = (): boolean => myself.value?.is_admin === true;
const owners = (): boolean => myself.value?.is_owner === true;

/** Whether the visitor may add custom emoji. */
const emojiMakers = (): boolean => isPerson() && (administrators() || !settings.value.realm_add_emoji_by_admins_only);
/** Whether the visitor may create user groups. */
const groupMakers = (): boolean =>
  isPerson() && (administrators() || settings.value.realm_user_group_edit_policy === 1);
/** Whether the visitor may invite people. */
const inviters = (): boolean => isPerson() && (administrators() || !settings.value.realm_invite_by_admins_only);
const isPerson = (): boolean => myself.value?.is_bot === false && !myself.value.is_guest;

/** Screens that show the record and how it is kept. */
export const recordScreens: readonly Screen[] = [
  { path: ['ledger'], icon: 'seal', words: 'Ledger', isFor: anybody },
  { path: ['prove'], icon: 'check', words: 'Check a proof', isFor: anybody },
  { path: ['audit', 'trail'], icon: 'trail', words: 'Trail', isFor: auditorsAndOwners },
  { path: ['audit', 'auditors'], icon: 'eye', words: 'Auditors', isFor: auditorsAndOwners },
  { path: ['public-record'], icon: 'book', words: 'Public record', isFor: administrators },
  { path: ['operations'], icon: 'pulse', words: 'Operations', isFor: owners },
  { path: ['audit', 'holds'], icon: 'lock', words: 'Legal holds', isFor: auditors },
  { path: ['audit', 'erasures'], icon: 'remove', words: 'Erasures', isFor: auditors },
  { path: ['audit', 'exports'], icon: 'parcel', words: 'Exports', isFor: auditors },
  { path: ['audit', 'replay'], icon: 'play', words: 'Replay', isFor: auditors },
  { path: ['audit', 'sinks'], icon: 'send', words: 'Sinks', isFor: auditors },
];

/** Screens for the whole organization. */
export const organizationScreens: readonly Screen[] = [
  { path: ['people'], icon: 'people', words: 'People', isFor: administrators },
  { path: ['invitations'], icon: 'invite', words: 'Invitations', isFor: inviters },
  { path: ['groups'], icon: 'mention', words: 'User groups', isFor: groupMakers },
  { path: ['emoji'], icon: 'smile', words: 'Custom emoji', isFor: emojiMakers },
  { path: ['retention'], icon: 'clock', words: 'Retention', isFor: auditorsAndOwners },
];

const screens: readonly Screen[] = [...organizationScreens, ...recordScreens];

export const isOpen = ({ path }: Screen): boolean => path.every((part, index) => screen.value[index] === part);

/** The lists of messages that the sidebar names. */
export const views: readonly { readonly narrow: Narrow; readonly icon: IconName; readonly words: string }[] = [
  { narrow: [], icon: 'all', words: 'All messages' },
  { narrow: [{ operator: 'is', operand: 'mentioned' }], icon: 'mention', words: 'Mentions' },
  { narrow: [{ operator: 'is', operand: 'starred' }], icon: 'star', words: 'Starred' },
];

/** The name of what is shown. Undefined for a screen that the sidebar does not list. */
export function shownWords(): string | undefined {
  const { value: narrow } = address;
  if (!narrow) return screens.find(isOpen)?.words;
  const view = views.find((one) => isShown(one.narrow));
  const place = isOfPlace(narrow) ? placeOf(narrow) : undefined;
  return view?.words ?? (place ? placeWords(place) : searchOf(narrow));
}

/** The title of the document. It distinguishes tabs and entries of the history, and shows how many messages are unread. */
export const title = computed(() => {
  const { all } = counts.value;
  const words = [shownWords(), realmName.value || 'Verbatim'].filter(Boolean).join(' – ');
  return all > 0 ? `(${all}) ${words}` : words;
});
