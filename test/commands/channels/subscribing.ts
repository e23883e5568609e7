/** What the tests of subscribing share. */
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appends, happened, realmId } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { inTopic, joins, leaves, opened, sends } from '../../support/past-events.ts';

/** The organization with a public stream (1) that only the owner is in, and a private one (2) that only the member is in. */
export const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'secret', [3], { inviteOnly: true })];
export const prepared = new Map([['What *we* do', '<p>What <em>we</em> do</p>']]);

export const made = (data: Partial<DataOf<'ChannelCreated'>>) => ({
  type: 'ChannelCreated' as const,
  data: {
    channelId: channel(3),
    name: 'new',
    description: '',
    renderedDescription: '',
    inviteOnly: false,
    historyPublic: true,
    postPolicy: 1 as const,
    retentionDays: null,
    creatorId: user(3),
    subscribers: [user(3)],
    ...data,
  },
});
export const inChannels = (...events: Append['events']): Append => ({ stream: logStream.channels(realmId), events });
export const added = (id: number, data: Omit<DataOf<'SubscribersAdded'>, 'channelId'>): Append =>
  appends(logStream.channel(realmId, channel(id)), 'SubscribersAdded', { channelId: channel(id), ...data });
export const names = (...list: string[]) => list.map((name) => ({ name }));

/** Lower limits for the suite that calls this, so that few streams reach them. */
export const withFewStreams = (): void =>
  lowerLimits({ channelsMax: 20, channelsEverPerUserMax: 20, departuresMax: 5, departuresOfUserMax: 40 });

/** As many open streams as an organization may have, once the one that is added is archived. */
export const fullOfChannels = () => [
  ...past,
  ...Array.from({ length: limits.channelsMax - 2 }, (_, at) => opened(10 + at, `Stream ${at}`, [1])),
];

/** The descriptions of the open streams leave room for `left` characters. */
export const describedUpTo = (left: number) => [
  ...past,
  happened(logStream.channels(realmId), 'ChannelCreated', {
    ...made({ channelId: channel(9), name: 'told', description: 'x' }).data,
    renderedDescription: 'y'.repeat(limits.channelDescriptionsLengthMax - left - 1),
  }),
];

/** User 3 was subscribed `times` times to each of this many further streams, and each time a message was sent. */
const cameAndWent = (streams: number, times: number) => {
  const ids = Array.from({ length: streams }, (_, at) => 10 + at);
  return [
    ...ids.map((id) => opened(id, `Stream ${id}`, [1])),
    ...Array.from({ length: times }, (_, at) => [
      ...ids.map((id) => joins(id, 3)),
      sends(1 + at, 1, inTopic(10, 'x')),
      ...ids.map((id) => leaves(id, 3)),
    ]).flat(),
  ];
};
export const leftTooOften = () => [...past, ...cameAndWent(1, limits.departuresMax)];
export const leftTooMany = () => [...past, ...cameAndWent(limits.departuresOfUserMax / 4, 4)];
