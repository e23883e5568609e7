/** Continues a move of many messages, whose first part was requested by PATCH /messages/{message_id}. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { openChannel } from '../../src/state/channels.ts';
import { nextPart } from '../../src/state/move-parts.ts';
import { movedBy } from '../../src/state/topics.ts';
import { channelEvents } from '../../src/vocabulary/events/channel.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

const { channelId, topic, messageId, which, to, part } = channelEvents.TopicMoved.shape;

export const continueMove = defineCommand({
  name: 'continue-move',
  /** The fields of the previous event. Its `part` says which messages are left. */
  input: z.object({ channelId, topic, messageId, which, to, part }),
  refusals: [],
  stream: (_input, realmId) => logStream.topics(realmId),
  decide({ topics, channels }, input, { realmId }) {
    const { part: before, ...move } = input;
    const next = nextPart(movedBy(topics, move), before?.rest ?? []);
    // The stream was archived in the meantime, which ends the move.
    if (!next || !openChannel(channels, move.to.channelId)) return accept([], {});
    const data = { ...move, noticeOld: false, noticeNew: false, part: { ...next, rest: [...next.rest] } };
    return acceptEvent(logStream.topics(realmId), { type: 'TopicMoved', data });
  },
});
