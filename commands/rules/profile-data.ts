/** Changes of custom profile data, by users themselves and by administrators. */
import { z } from 'zod';
import type { Tools } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf, DomainEvent } from '../../src/vocabulary/events/index.ts';
import { textLengthOf } from '../../src/vocabulary/events/text-length.ts';
import type { ProfileFieldId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { isRenderedField } from '../../src/vocabulary/profile-fields.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { keptValue, ProfileValue } from './profile-values.ts';

/** A null or empty value removes the field's value. */
export const ProfileChanges = z.array(z.object({ fieldId: z.int(), value: ProfileValue }));
export type ProfileChanges = z.infer<typeof ProfileChanges>;

/** Maps a Markdown value to its HTML. */
type RenderedValues = ReadonlyMap<string, string>;

/** Renders the values of fields that are shown as HTML. Values that are far too long are left out, because the decision refuses them. */
export async function renderProfile(state: RealmState, changes: ProfileChanges, tools: Tools): Promise<RenderedValues> {
  const rendered = new Map<string, string>();
  for (const { fieldId, value } of changes) {
    const field = state.realm.profileFields.find(({ id }) => id === fieldId);
    if (!field || !isRenderedField(field.type) || typeof value !== 'string' || value === '') continue;
    if (value.length > 2 * limits.profileValueLengthMax || rendered.has(value)) continue;
    rendered.set(value, (await tools.render(value, { htmlBytesMax: limits.profileValueHtmlBytesMax })).html);
  }
  return rendered;
}

type Values = DataOf<'ProfileDataChanged'>['values'];

export const profileRefusals = ['profile-field-missing', 'profile-field-value', 'profiles-too-long'] as const;

/** The characters that an answer has for the value of a field, in addition to its text and HTML. */
const valueCharacters = 50;

const valueLength = (value: string | null | undefined, html = ''): number =>
  value == null ? 0 : valueCharacters + value.length + html.length;

/** Values of fields that were deleted count, because they are kept. */
function profilesLength({ people }: RealmState): number {
  let length = 0;
  for (const { profile, renderedProfile } of people.byId.values())
    for (const [id, value] of profile) length += valueLength(value, renderedProfile.get(id));
  return length;
}

/** The event for the changes, none if nothing changes, or the refusal of a value. `characters`: the length of its texts. */
export function profileChanged(
  state: RealmState,
  userId: UserId,
  changes: ProfileChanges,
  rendered: RenderedValues,
):
  | { readonly events: readonly DomainEvent[]; readonly characters: number }
  | { readonly refusal: RefusalIn<typeof profileRefusals> } {
  const current = state.people.byId.get(userId);
  const values = new Map<ProfileFieldId, Values[number]>();
  for (const { fieldId, value } of changes) {
    const field = state.realm.profileFields.find(({ id }) => id === fieldId);
    if (!field) return { refusal: { code: 'profile-field-missing', fieldId } };
    const kept = keptValue(state, field, value);
    if ('detail' in kept) return { refusal: { code: 'profile-field-value', detail: kept.detail } };
    const html = kept.text !== null && isRenderedField(field.type) ? rendered.get(kept.text) : undefined;
    values.set(field.id, { fieldId: field.id, value: kept.text, ...(html === undefined ? {} : { rendered: html }) });
  }
  const changed = [...values.values()].filter(
    ({ fieldId, value }) => (current?.profile.get(fieldId) ?? null) !== value,
  );
  if (changed.length === 0) return { events: [], characters: 0 };
  const added = changed.reduce(
    (sum, { fieldId: id, value, rendered: html }) =>
      sum + valueLength(value, html) - valueLength(current?.profile.get(id), current?.renderedProfile.get(id)),
    0,
  );
  if (added > 0 && profilesLength(state) + added > limits.profilesLengthMax)
    return { refusal: { code: 'profiles-too-long', lengthMax: limits.profilesLengthMax } };
  const event = { type: 'ProfileDataChanged', data: { userId, values: changed } } as const;
  return { events: [event], characters: textLengthOf(event) };
}
