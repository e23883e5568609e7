/** The event that creates a chat stream: its settings and its first subscribers. */
import { z } from 'zod';
import type { Actor } from '../../src/define/command.ts';
import { PostPolicy } from '../../src/vocabulary/events/channels.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { namedPerPiece } from '../../src/vocabulary/events/users-named.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';

export const ChannelSettings = z.object({
  inviteOnly: z.boolean().optional(),
  /** Only for private streams, where the default is false; the history of public streams is always open. */
  historyPublic: z.boolean().optional(),
  postPolicy: PostPolicy.optional(),
  /** The number of days; −1 for ever; null for the organization's setting. */
  retentionDays: z
    .int()
    .min(-1)
    .refine((days) => days !== 0)
    .nullable()
    .optional(),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/**
 * How many of its first subscribers each `ChannelCreated` event names, if a request creates `created` streams. All of these events are one
 * piece of the decision, and other commands wait for that piece, so that the events share its limit. `SubscribersAdded` events name the
 * other subscribers.
 */
export const namedAtCreation = (created: number): number =>
  Math.min(limits.namedPerEventMax, Math.max(1, Math.floor(namedPerPiece / created)));

type NewChannel = {
  readonly channelId: ChannelId;
  readonly name: string;
  readonly description?: string | undefined;
  readonly creatorId: Actor;
  readonly subscribers: readonly UserId[];
};

export function channelCreated(
  { channelId, name, description = '', creatorId, subscribers }: NewChannel,
  { inviteOnly = false, historyPublic = false, postPolicy = 1, retentionDays = null }: ChannelSettings,
  rendered: ReadonlyMap<string, string>,
): DomainEvent<'ChannelCreated'> {
  return {
    type: 'ChannelCreated',
    data: {
      channelId,
      name,
      description,
      renderedDescription: rendered.get(description) ?? '',
      inviteOnly,
      historyPublic: !inviteOnly || historyPublic,
      postPolicy,
      retentionDays,
      creatorId,
      subscribers: [...subscribers],
    },
  };
}
