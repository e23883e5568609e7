/** The answers to refusals about groups of streams for new users. */
import { type ProblemsOf, plain, refused } from './problem.ts';

export const defaultGroupProblems: ProblemsOf<`default-group${string}`> = {
  'default-group-missing': ({ groupId }) => refused(`Default stream group with id '${groupId}' does not exist.`),
  'default-group-name-invalid': ({ name }) => refused(`Invalid default stream group name '${name}'`),
  'default-group-name-too-long': ({ lengthMax }) =>
    refused(`Default stream group name too long (limit: ${lengthMax} characters)`),
  'default-group-name-taken': ({ name }) => refused(`Default stream group '${name}' already exists`),
  'default-group-name-same': ({ name }) => refused(`This default stream group is already named '${name}'`),
  'default-group-description-too-long': ({ lengthMax }) =>
    refused(`description is too long (limit: ${lengthMax} characters)`),
  'default-group-nothing-new': () => plain('You must pass "new_description" or "new_group_name".'),
  'default-group-channel-default': ({ channel, group }) =>
    refused(`'${channel}' is a default stream and cannot be added to '${group}'`),
  'default-group-channel-present': ({ channel, group }) =>
    refused(`Stream '${channel}' is already present in default stream group '${group}'`),
  'default-group-channel-absent': ({ channel, group }) =>
    refused(`Stream '${channel}' is not present in default stream group '${group}'`),
  'default-groups-too-many': ({ max }) => refused(`An organization has at most ${max} default stream groups`),
  'default-group-channels-too-many': ({ max }) => refused(`Default stream groups have at most ${max} streams together`),
};
