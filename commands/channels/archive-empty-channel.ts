/** The service itself archives a private stream without subscribers, because nobody could ever enter it again. Its name is free. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { emptyPrivateChannel } from '../../src/state/channel-knowledge.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { ChannelId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const archiveEmptyChannel = defineCommand({
  name: 'archive-empty-channel',
  input: z.object({ channelId: ChannelId }),
  refusals: [],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { channelId }, { realmId }) {
    const channel = emptyPrivateChannel(state, channelId);
    const events: DomainEvent[] = channel ? [{ type: 'ChannelArchived', data: { channelId, name: channel.name } }] : [];
    return accept([{ stream: logStream.channels(realmId), events }], {});
  },
});
