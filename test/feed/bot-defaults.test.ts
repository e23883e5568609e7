import { expect } from 'chai';
import { feedOf, summaries } from '../support/feed.ts';
import type { Given } from '../support/given.ts';
import { archived, founded, joins, leaves, newUser, opened } from '../support/past-events.ts';
import {
  channelRenamed,
  defaultsChanged,
  newBot,
  ownerChanged,
  privacyChanged,
  roleChanged,
} from '../support/writes.ts';

/** Owner 1, administrator 2, members 3 and 4; bots 5 and 6 are member 3's. Member 3 is in `own` alone. */
const past = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2, { role: 200 }),
  ...newUser(3),
  ...newUser(4),
  ...newBot(5, 3),
  ...newBot(6, 3),
  opened(1, 'open', [2]),
  opened(2, 'own', [2, 3], { inviteOnly: true }),
  defaultsChanged(5, 1, 2),
];

const receivedBy = (id: number, ...news: Given[]): unknown[] =>
  feedOf(past, news)
    .receivedBy(id)
    .filter(({ type }) => type === 'realm_bot')
    .map(({ bot }) => bot);
const sending = (name: string | null) => ({ user_id: 5, default_sending_stream: name });
const register = (name: string | null) => ({ user_id: 5, default_events_register_stream: name });

describe('client events about the default streams of bots', () => {
  it('contain what changed, by name, for the owner and for administrators', () => {
    const changed = defaultsChanged(5, null, 1, true);
    const fields = {
      user_id: 5,
      default_sending_stream: null,
      default_events_register_stream: 'open',
      default_all_public_streams: true,
    };
    for (const id of [1, 2, 3]) expect(receivedBy(id, changed)).to.deep.equal([fields]);
    for (const id of [4, 5]) expect(receivedBy(id, changed)).to.deep.equal([]);
    expect(receivedBy(3, defaultsChanged(5, 1, 2))).to.deep.equal([]);
    expect(summaries(feedOf(past, [defaultsChanged(6, 1, null)]))).to.deep.equal([
      ['realm_bot update default_sending_stream', { kind: 'administrators', plus: [3] }],
    ]);
  });

  it('are sent when the stream is renamed, and when it is archived', () => {
    expect(receivedBy(3, channelRenamed(1, 'wide', 'open'))).to.deep.equal([sending('wide')]);
    expect(receivedBy(3, archived(1, 'open'))).to.deep.equal([sending(null)]);
    expect(receivedBy(3, channelRenamed(9, 'else', 'other'))).to.deep.equal([]);
  });

  it('come in the order of the bots', () => {
    const news = [defaultsChanged(6, 1, null), defaultsChanged(5, 1, null)];
    const { receivedBy } = feedOf([...past.slice(0, -1), ...news], [channelRenamed(1, 'wide', 'open')]);
    const received = receivedBy(3).filter(({ type }) => type === 'realm_bot');
    expect(received.map(({ bot }) => (bot as { user_id: number }).user_id)).to.deep.equal([5, 6]);
  });

  it('depend on which streams the owner may join', () => {
    expect(receivedBy(3, privacyChanged(1, true, false))).to.deep.equal([sending(null)]);
    expect(receivedBy(3, privacyChanged(1, true, false), channelRenamed(1, 'secret', 'open'))).to.deep.equal([
      sending(null),
    ]);
    expect(receivedBy(3, privacyChanged(1, true, false), joins(1, 3))).to.deep.equal([sending(null), sending('open')]);
    expect(receivedBy(3, leaves(2, 3))).to.deep.equal([register(null)]);
    expect(receivedBy(3, leaves(2, 2))).to.deep.equal([]);
    expect(receivedBy(3, joins(1, 3))).to.deep.equal([]);
    expect(receivedBy(3, roleChanged(3, 600, 400))).to.deep.equal([sending(null)]);
    expect(receivedBy(4, ownerChanged(5, 4, 3))).to.deep.include({ user_id: 5, default_events_register_stream: null });
  });

  it('are part of the bot when it is added', () => {
    const [added] = receivedBy(4, ownerChanged(5, 4, 3));
    expect(added).to.include({ default_sending_stream: 'open', default_events_register_stream: null });
    const defaults = { sendingChannelId: 2, registerChannelId: null, allPublicStreams: true } as never;
    expect(receivedBy(3, ...newBot(7, 3, { defaults }))[0]).to.include({
      default_sending_stream: 'own',
      default_events_register_stream: null,
      default_all_public_streams: true,
    });
  });
});
