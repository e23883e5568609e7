/** Limits of groups of streams that clients offer to new people. */
import { limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

const all = 'a registration returns all of them, and each `default_stream_groups` event';

export const defaultGroupLimits = {
  defaultGroupsMax: limit(50, 'groups of streams for new users that an organization has', all, refusedBadRequest),
  defaultGroupChannelsMax: limit(50, 'streams in all of these groups together', all, refusedBadRequest),
  defaultGroupNameLengthMax: limit(60, 'code points of the name of such a group', "the API's limit", refused400),
  defaultGroupDescriptionLengthMax: limit(1024, 'code points of the description of such a group', all, refused400),
} as const;

export const {
  defaultGroupsMax,
  defaultGroupChannelsMax,
  defaultGroupNameLengthMax,
  defaultGroupDescriptionLengthMax,
} = valuesOf(defaultGroupLimits);
