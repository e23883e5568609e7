/** The streams to which new users are subscribed. */
import { z } from 'zod';
import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { removeDefaultChannel } from '../../../commands/realm/remove-default-channel.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { type AnyEndpoint, defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { id } from '../request/parameters.ts';

const streamId = described(id(ChannelId), 'The id of the stream.', 2);

const postDefaultStream = defineChange({
  id: 'addDefaultStream',
  method: 'POST',
  path: '/default_streams',
  tag: 'Streams',
  summary: 'Add a default stream',
  description: 'Makes a public stream a default stream: new users are subscribed to it. Administrators only.',
  parameters: z.object({ stream_id: streamId }),
  commands: [addDefaultChannel],
  handle: (call, services) => services.run(addDefaultChannel, { channelId: call.parameters.stream_id }, call),
});

const deleteDefaultStream = defineChange({
  id: 'removeDefaultStream',
  method: 'DELETE',
  path: '/default_streams',
  tag: 'Streams',
  summary: 'Remove a default stream',
  description:
    'New users are no longer subscribed to the stream. Existing subscriptions are kept. Administrators only.',
  parameters: z.object({ stream_id: streamId }),
  commands: [removeDefaultChannel],
  handle: (call, services) => services.run(removeDefaultChannel, { channelId: call.parameters.stream_id }, call),
});

export const defaultStreams: readonly AnyEndpoint[] = [postDefaultStream, deleteDefaultStream];
