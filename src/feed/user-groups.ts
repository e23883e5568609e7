/** `user_group` events. Everybody gets every group, including guests, because everybody may mention it. */
import type { EventFields } from '../wire/client-events.ts';
import { userGroupObject } from '../wire/user-group.ts';
import { everyone, plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const userGroupFeed = fromAfter({
  UserGroupCreated: ({ data }) => [groupEvent({ op: 'add', group: userGroupObject(data) })],
  /** One event for each property, because clients expect one property in each event. */
  UserGroupChanged: ({ data: { groupId, changed } }) =>
    Object.entries(changed).map(([property, value]) =>
      groupEvent({ op: 'update', group_id: groupId, data: { [property]: value } }),
    ),
  UserGroupMembersAdded: ({ data: { groupId, userIds } }) => [
    groupEvent({ op: 'add_members', group_id: groupId, user_ids: userIds }),
  ],
  UserGroupMembersRemoved: ({ data: { groupId, userIds } }) => [
    groupEvent({ op: 'remove_members', group_id: groupId, user_ids: userIds }),
  ],
  UserGroupDeleted: ({ data: { groupId } }) => [groupEvent({ op: 'remove', group_id: groupId })],
});

const groupEvent = (fields: EventFields<'user_group'>) => plainEvent('user_group', everyone, fields);
