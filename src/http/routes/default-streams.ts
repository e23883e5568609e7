/** The streams to which new users are subscribed. */
import { z } from 'zod';
import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { removeDefaultChannel } from '../../../commands/realm/remove-default-channel.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { id } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';

const streamId = described(id(ChannelId), 'The id of the stream.', 2);

const postDefaultStream = defineEndpoint({
  id: 'addDefaultStream',
  method: 'POST',
  path: '/default_streams',
  tag: 'Streams',
  summary: 'Add a default stream',
  description: 'Makes a public stream a default stream: new users are subscribed to it. Administrators only.',
  access: 'user',
  parameters: z.object({ stream_id: streamId }),
  response: z.object({}),
  example: {},
  commands: [addDefaultChannel],
  async handle(call, services) {
    await services.run(addDefaultChannel, { channelId: call.parameters.stream_id }, byCaller(call));
    return {};
  },
});

const deleteDefaultStream = defineEndpoint({
  id: 'removeDefaultStream',
  method: 'DELETE',
  path: '/default_streams',
  tag: 'Streams',
  summary: 'Remove a default stream',
  description:
    'New users are no longer subscribed to the stream. Existing subscriptions are kept. Administrators only.',
  access: 'user',
  parameters: z.object({ stream_id: streamId }),
  response: z.object({}),
  example: {},
  commands: [removeDefaultChannel],
  async handle(call, services) {
    await services.run(removeDefaultChannel, { channelId: call.parameters.stream_id }, byCaller(call));
    return {};
  },
});

export const defaultStreams: readonly AnyEndpoint[] = [postDefaultStream, deleteDefaultStream];
