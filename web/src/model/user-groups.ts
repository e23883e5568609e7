/** The user groups of the organization: names with which several people are mentioned at once. */
import { signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import type { Registered } from '../api/types.ts';

export type UserGroup = NonNullable<Registered['realm_user_groups']>[number];

/** By id. */
export const userGroups = signal<ReadonlyMap<number, UserGroup>>(new Map());

export function learnUserGroups({ realm_user_groups: all = [] }: Registered): void {
  userGroups.value = new Map(all.map((group) => [group.id, group]));
}

export function handleUserGroup(event: Event & { readonly type: 'user_group' }): void {
  const next = new Map(userGroups.value);
  if (event.op === 'add') next.set(event.group.id, event.group);
  else if (event.op === 'remove') next.delete(event.group_id);
  else {
    const known = next.get(event.group_id);
    if (known) next.set(known.id, changed(known, event));
  }
  userGroups.value = next;
}

type Change = Event & { readonly type: 'user_group'; readonly op: 'update' | 'add_members' | 'remove_members' };

function changed(group: UserGroup, event: Change): UserGroup {
  if (event.op === 'update') return { ...group, ...event.data };
  const others = group.members.filter((id) => !event.user_ids.includes(id));
  const members = event.op === 'add_members' ? [...others, ...event.user_ids] : others;
  return { ...group, members };
}
