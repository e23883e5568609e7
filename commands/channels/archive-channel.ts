/** DELETE /streams/{stream_id}: the stream's name is free again. Its subscribers can still read what they received there. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { ChannelId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const archiveChannel = defineCommand({
  name: 'archive-channel',
  input: z.object({ channelId: idNamed(ChannelId) }),
  refusals: ['administrator-required', 'channel-id-unknown'],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, input, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const channel = knownChannel(state, actor, input.channelId);
    if (!channel) return refuse({ code: 'channel-id-unknown' });
    const { channelId, name } = channel;
    const archived = { type: 'ChannelArchived', data: { channelId, name } } as const;
    return acceptEvent(logStream.channels(realmId), archived);
  },
});
