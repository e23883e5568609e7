/** POST /default_streams: new users will be subscribed to the stream. Everybody except guests sees it, so that it must be public. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { ChannelId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const addDefaultChannel = defineCommand({
  name: 'add-default-channel',
  input: z.object({ channelId: ChannelId }),
  refusals: ['administrator-required', 'channel-id-unknown', 'default-channel-private', 'default-channels-too-many'],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { channelId }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const channel = knownChannel(state, actor, channelId);
    if (!channel) return refuse({ code: 'channel-id-unknown' });
    if (channel.inviteOnly) return refuse({ code: 'default-channel-private' });
    const { defaultChannels } = state.realm;
    if (defaultChannels.includes(channelId)) return accept([], {});
    if (defaultChannels.length >= limits.defaultChannelsMax)
      return refuse({ code: 'default-channels-too-many', max: limits.defaultChannelsMax });
    const added = { type: 'DefaultChannelAdded', data: { channelId } } as const;
    return acceptEvent(logStream.channels(realmId), added);
  },
});
