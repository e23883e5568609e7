/** The answers to refusals about groups of streams for new users. */
import { plain, refused } from './problem.ts';

type InGroup = { readonly channel: string; readonly group: string };

export const defaultGroupProblems = {
  'default-group-missing': ({ groupId }: { groupId: number }) =>
    refused(`Default stream group with id '${groupId}' does not exist.`),
  'default-group-name-invalid': ({ name }: { name: string }) => refused(`Invalid default stream group name '${name}'`),
  'default-group-name-too-long': ({ lengthMax }: { lengthMax: number }) =>
    refused(`Default stream group name too long (limit: ${lengthMax} characters)`),
  'default-group-name-taken': ({ name }: { name: string }) => refused(`Default stream group '${name}' already exists`),
  'default-group-name-same': ({ name }: { name: string }) =>
    refused(`This default stream group is already named '${name}'`),
  'default-group-description-too-long': ({ lengthMax }: { lengthMax: number }) =>
    refused(`description is too long (limit: ${lengthMax} characters)`),
  'default-group-nothing-new': () => plain('You must pass "new_description" or "new_group_name".'),
  'default-group-channel-default': ({ channel, group }: InGroup) =>
    refused(`'${channel}' is a default stream and cannot be added to '${group}'`),
  'default-group-channel-present': ({ channel, group }: InGroup) =>
    refused(`Stream '${channel}' is already present in default stream group '${group}'`),
  'default-group-channel-absent': ({ channel, group }: InGroup) =>
    refused(`Stream '${channel}' is not present in default stream group '${group}'`),
  'default-groups-too-many': ({ max }: { max: number }) =>
    refused(`An organization has at most ${max} default stream groups`),
  'default-group-channels-too-many': ({ max }: { max: number }) =>
    refused(`Default stream groups have at most ${max} streams together`),
} as const;
