/** Limits of groups of streams that clients offer to new people. */
import { limit, refused400, refusedBadRequest } from './limit.ts';

const all = 'a registration, and each `default_stream_groups` event, has all groups';

export const defaultGroupLimits = {
  defaultGroupsMax: limit(50, 'default stream groups of an organization', all, refusedBadRequest),
  defaultGroupChannelsMax: limit(
    50,
    'streams in all default stream groups of an organization together',
    all,
    refusedBadRequest,
  ),
  defaultGroupNameLengthMax: limit(
    60,
    'code points of the name of a default stream group',
    "the API's limit",
    refused400,
  ),
  defaultGroupDescriptionLengthMax: limit(
    1024,
    'code points of the description of a default stream group',
    all,
    refused400,
  ),
} as const;
