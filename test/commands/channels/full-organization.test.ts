import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { given } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { archived } from '../../support/past-events.ts';
import {
  added,
  describedUpTo,
  fullOfChannels,
  inChannels,
  made,
  names,
  prepared,
  withFewStreams,
} from './subscribing.ts';

describe('an organization at its limits', () => {
  withFewStreams();

  it('accepts no more streams, while existing ones can still be joined (channelsMax)', () => {
    const one = given(fullOfChannels());
    one.when(subscribe, { channels: names('one more') }, { actor: 3, prepared }).thenRefused('channels-too-many');
    one
      .when(subscribe, { channels: names('Plans') }, { actor: 3, prepared })
      .thenHappens(added(1, { userIds: [user(3)] }));
    const again = given(fullOfChannels(), archived(10, 'Stream 0'));
    again
      .when(subscribe, { channels: names('one more') }, { actor: 3, prepared })
      .thenHappens(inChannels(made({ channelId: channel(limits.channelsMax + 8), name: 'one more' })));
  });

  it('accepts no more descriptions than the limit on all of them, as text and HTML (channelDescriptionsLengthMax)', () => {
    const input = { channels: [{ name: 'new', description: 'abc' }] };
    given(describedUpTo(2)).when(subscribe, input, { actor: 3, prepared }).thenRefused('channel-descriptions-too-long');
    const fits = inChannels(made({ channelId: channel(10), description: 'abc' }));
    given(describedUpTo(3)).when(subscribe, input, { actor: 3, prepared }).thenHappens(fits);
    given(describedUpTo(0))
      .when(subscribe, { channels: names('new') }, { actor: 3, prepared })
      .thenHappens(inChannels(made({ channelId: channel(10) })));
  });
});
