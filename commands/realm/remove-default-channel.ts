/** DELETE /default_streams: new users will no longer be subscribed to the stream. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { ChannelId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const removeDefaultChannel = defineCommand({
  name: 'remove-default-channel',
  input: z.object({ channelId: ChannelId }),
  refusals: ['administrator-required', 'channel-id-unknown'],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { channelId }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    if (!knownChannel(state, actor, channelId)) return refuse({ code: 'channel-id-unknown' });
    if (!state.realm.defaultChannels.includes(channelId)) return accept([], {});
    const removed = { type: 'DefaultChannelRemoved', data: { channelId } } as const;
    return acceptEvent(logStream.channels(realmId), removed);
  },
});
