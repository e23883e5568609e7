/** Groups of streams for new users in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { DefaultGroup } from '../vocabulary/default-groups.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import { Stream, type StreamObject } from './stream.ts';

export const DefaultStreamGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    streams: z.array(Stream).describe('By name'),
  })
  .meta({ id: 'DefaultStreamGroup', description: 'Streams that clients offer to new users together.' });
export type DefaultStreamGroupObject = DeepReadonly<z.infer<typeof DefaultStreamGroup>>;

/** Groups and their streams, sorted by name. `streams`: the shown streams, sorted by name. */
export const defaultGroupObjects = (
  groups: readonly DefaultGroup[],
  streams: readonly StreamObject[],
): DefaultStreamGroupObject[] =>
  [...groups]
    .sort((a, b) => (foldCase(a.name) < foldCase(b.name) ? -1 : 1))
    .map(({ groupId, name, description, channelIds }) => ({
      id: groupId,
      name,
      description,
      streams: streams.filter(({ stream_id }) => channelIds.some((id) => id === stream_id)),
    }));
