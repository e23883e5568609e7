/** Changing and archiving streams, and deleting their topics. */
import { z } from 'zod';
import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import { updateChannel } from '../../../commands/channels/update-channel.ts';
import { deleteTopic } from '../../../commands/message/delete-topic.ts';
import { listStreams } from '../../queries/streams.ts';
import { PostPolicy } from '../../vocabulary/events/channels.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ListedStream } from '../../wire/stream.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { streamExample } from '../openapi/examples.ts';
import { boolean, json, pathId, quotable, raw } from '../request/parameters.ts';
import { retentionDays } from './shared/retention-days.ts';

const streamId = described(pathId(ChannelId), 'The id of the stream.', 2);

const announcementsOnly = 2;
const anyone = 1;

const patchStream = defineChange({
  id: 'updateStream',
  route: 'PATCH /streams/:stream_id',
  summary: 'Change the settings of a stream',
  description:
    'Changes the given settings. If one change is refused, nothing is changed. Administrators only; whether a private stream is private can be changed only by administrators who are subscribed to it.',
  parameters: z.object({
    stream_id: streamId,
    new_name: described(
      quotable().optional(),
      'The new name. It may differ from the old name only in case.',
      'announcements',
    ),
    description: described(quotable().optional(), 'The new description, in Markdown.', 'Everything and nothing'),
    is_private: described(
      boolean().optional(),
      'Whether it is private. If a stream becomes public, its whole history becomes public.',
      false,
    ),
    history_public_to_subscribers: described(
      boolean().optional(),
      'Whether new subscribers of a private stream see older messages. In public streams they always do.',
      true,
    ),
    stream_post_policy: described(
      json(PostPolicy).optional(),
      'Who may post: 1 everybody, 2 administrators, 3 new members and administrators.',
      2,
    ),
    is_announcement_only: described(
      boolean().optional(),
      'An older form of `stream_post_policy`: true is 2, false is 1.',
      true,
    ),
    message_retention_days: described(
      retentionDays().optional(),
      'For how many days messages are kept, `forever`, or `realm_default`. Owners only.',
      'realm_default',
    ),
  }),
  commands: [updateChannel],
  async handle(call, services) {
    const { parameters } = call;
    const { is_announcement_only: isAnnouncementOnly } = parameters;
    const { position, result } = await services.run(
      updateChannel,
      {
        channelId: parameters.stream_id,
        name: parameters.new_name,
        description: parameters.description,
        inviteOnly: parameters.is_private,
        historyPublic: parameters.history_public_to_subscribers,
        postPolicy:
          isAnnouncementOnly === undefined
            ? parameters.stream_post_policy
            : isAnnouncementOnly
              ? announcementsOnly
              : anyone,
        retentionDays: parameters.message_retention_days,
      },
      call,
    );
    if (result.wasRenamed) await services.settled(call.realmId, position);
  },
});

const deleteStream = defineChange({
  id: 'archiveStream',
  route: 'DELETE /streams/:stream_id',
  summary: 'Archive a stream',
  description:
    'Archives a stream: all subscriptions end, and its name can be used again. Users who received messages in it can still read them. Administrators only.',
  parameters: z.object({ stream_id: streamId }),
  commands: [archiveChannel],
  handle: (call, services) => services.run(archiveChannel, { channelId: call.parameters.stream_id }, call),
});

const postDeleteTopic = defineChange({
  id: 'deleteTopic',
  route: 'POST /streams/:stream_id/delete_topic',
  summary: 'Delete a topic',
  description:
    'Deletes the messages of a topic that the caller may read, for everyone. This cannot be undone. The newest hundred are deleted before the answer, the others soon after. Administrators only.',
  parameters: z.object({
    stream_id: streamId,
    topic_name: described(raw(), 'The topic. Case is ignored.', 'lunch'),
  }),
  commands: [deleteTopic],
  async handle(call, services) {
    const { stream_id: channelId, topic_name: topic } = call.parameters;
    // Messages that an earlier, unfinished move still brings into the topic are deleted, too.
    const { position, result } = await services.onWholeTopics(call, (check) =>
      services.run(deleteTopic, { channelId, topic }, { ...call, check }),
    );
    call.charge(Math.floor(result.count / limits.deletedPerRequest));
    await services.settled(call.realmId, position);
  },
});

const getStreams = defineEndpoint({
  id: 'getStreams',
  route: 'GET /streams',
  summary: 'List streams',
  description: 'Returns the streams that the caller can see and that match at least one of the filters, by name.',
  tagged: true,
  listsMany: () => true,
  parameters: z.object({
    include_public: described(boolean().default(true), 'Public streams. Has no effect for guests.', true),
    include_subscribed: described(boolean().default(true), 'Streams that the caller is subscribed to.', true),
    include_all_active: described(
      boolean().default(false),
      'All streams that are not archived. Administrators only.',
      false,
    ),
    include_default: described(
      boolean().default(false),
      'Streams to which new users are subscribed. If it is true, every stream has `is_default`.',
      true,
    ),
    include_owner_subscribed: described(
      boolean().default(false),
      "For bots: streams that the bot's owner is subscribed to.",
      false,
    ),
  }),
  response: z.object({ streams: z.array(ListedStream) }),
  example: { streams: [streamExample] },
  refusals: ['query-not-authorized'],
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({
      streams: await listStreams(view, realmId, userId, {
        includePublic: parameters.include_public,
        includeSubscribed: parameters.include_subscribed,
        includeAllActive: parameters.include_all_active,
        includeDefault: parameters.include_default,
        includeOwnerSubscribed: parameters.include_owner_subscribed,
      }),
    })),
});

export const streams = [getStreams, patchStream, deleteStream, postDeleteTopic];
