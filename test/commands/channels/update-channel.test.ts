import { expect } from 'chai';
import { updateChannel } from '../../../commands/channels/update-channel.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, type Given, given, happened, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { archived, leaves, opened } from '../../support/past-events.ts';
import { madeDefault, privacyChanged } from '../../support/writes.ts';

/** Owner 1, administrator 2, member 3, guest 4. */
const past: readonly Given[] = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'secret', [2, 3, 4], { inviteOnly: true }),
  opened(3, 'empty', []),
];
const asks = askingFor(updateChannel, past, { prepared: {} });
const channelId = channel(1);

const changed = (...events: DomainEvent[]): Append => ({ stream: logStream.channels(realmId), events });
const renamed = (id: number, name: string, previousName: string): DomainEvent => ({
  type: 'ChannelRenamed',
  data: { channelId: channel(id), name, previousName },
});
const privacy = (id: number, inviteOnly: boolean, historyPublic: boolean): DomainEvent => ({
  type: 'ChannelPrivacyChanged',
  data: { channelId: channel(id), inviteOnly, historyPublic },
});

describeCommand(updateChannel, () => {
  it('changes every named property, in one append', async () => {
    const input = {
      channelId,
      name: ' Goals ',
      description: 'all\r\nof\nit',
      postPolicy: 2,
      retentionDays: 30,
    } as const;
    const when = await given(past).whenPrepared(updateChannel, input);
    when.thenHappens(
      changed(
        { type: 'ChannelRetentionChanged', data: { channelId, retentionDays: 30 } },
        {
          type: 'ChannelDescribed',
          data: { channelId, description: 'all of it', renderedDescription: '<p>all of it</p>' },
        },
        renamed(1, 'Goals', 'Plans'),
        { type: 'ChannelPostPolicyChanged', data: { channelId, postPolicy: 2 } },
      ),
    );
    when.thenAnswers({ wasRenamed: true });
  });

  it('records nothing when nothing changes', async () => {
    const input = { channelId, description: '', postPolicy: 1, retentionDays: null, inviteOnly: false } as const;
    const when = await given(past).whenPrepared(updateChannel, input);
    when.thenNothing();
    when.thenAnswers({ wasRenamed: false });
    asks(1, { channelId, historyPublic: false }).thenNothing();
  });

  const update = (input: Omit<Parameters<typeof updateChannel.decide>[1], 'channelId'>, id = 1, actor = 1) =>
    asks(actor, { channelId: channel(id), ...input });

  it('hides a stream before its new name is announced, and shows it afterwards', () => {
    update({ inviteOnly: true, name: 'x' }).thenHappens(changed(privacy(1, true, false), renamed(1, 'x', 'Plans')));
    update({ inviteOnly: false, name: 'x' }, 2, 2).thenHappens(
      changed(renamed(2, 'x', 'secret'), privacy(2, false, true)),
    );
  });

  it('closes the history of a stream that becomes private, unless it is to stay open', () => {
    update({ inviteOnly: true }).thenHappens(changed(privacy(1, true, false)));
    update({ inviteOnly: true, historyPublic: true }).thenHappens(changed(privacy(1, true, true)));
  });

  it('opens and closes the history of a private stream', () => {
    update({ historyPublic: true }, 2, 2).thenHappens(changed(privacy(2, true, true)));
    asks(
      2,
      { channelId: channel(2), inviteOnly: true, historyPublic: false },
      privacyChanged(2, true, true),
    ).thenHappens(changed(privacy(2, true, false)));
    asks(2, { channelId: channel(2), inviteOnly: true }, privacyChanged(2, true, true)).thenNothing();
  });

  it('is only for administrators, and retention only for owners', () => {
    for (const actor of [3, 4, 6]) update({ name: 'x' }, 1, actor).thenRefused('administrator-required');
    update({ name: 'x' }, 77, 3).thenRefused('administrator-required');
    update({ retentionDays: 1 }, 1, 2).thenRefused('owner-required');
    update({ retentionDays: 1 }, 77, 2).thenRefused('owner-required');
  });

  it('allows administrators to rename a private stream that they are not subscribed to, but not to change its privacy', () => {
    update({ name: 'x' }, 2, 1).thenHappens(changed(renamed(2, 'x', 'secret')));
    update({ inviteOnly: false }, 2, 1).thenRefused('channel-id-unknown');
    update({ historyPublic: true }, 2, 1).thenRefused('channel-id-unknown');
    update({ inviteOnly: true }, 1, 2).thenHappens(changed(privacy(1, true, false)));
  });

  it('refuses streams that do not exist or are archived', () => {
    update({ name: 'x' }, 77).thenRefused('channel-id-unknown');
    asks(1, { channelId, name: 'x' }, archived(1, 'Plans')).thenRefused('channel-id-unknown');
  });

  it('allows changing the case of a name, and refuses a name that is taken', () => {
    update({ name: 'PLANS' }).thenHappens(changed(renamed(1, 'PLANS', 'Plans')));
    update({ name: ' Plans ' }).thenRefused('channel-name-same');
    update({ name: ' SECRET ' }).thenRefused('channel-name-taken', { name: 'SECRET' });
    for (const name of [' ', 'a\u2028b', 'a\u2066b']) update({ name }).thenRefused('channel-name-invalid');
    update({ name: 'x'.repeat(61) }).thenRefused('channel-name-too-long');
    const other = { channelId, name: 'cafe\u0301' };
    asks(1, other, opened(3, 'Caf\u00e9', [1])).thenRefused('channel-name-taken', { name: other.name });
    asks(1, { channelId, name: 'secret' }, archived(2, 'secret')).thenHappens(changed(renamed(1, 'secret', 'Plans')));
  });

  it('limits a description, and all descriptions together', async () => {
    const long = await given(past).whenPrepared(updateChannel, { channelId, description: 'x'.repeat(1025) });
    long.thenRefused('channel-description-too-long');
    const described = (id: number, length: number): Given =>
      happened(logStream.channels(realmId), 'ChannelDescribed', {
        channelId: channel(id),
        description: 'x'.repeat(length),
        renderedDescription: '',
      });
    const full = given(past, described(2, limits.channelDescriptionsLengthMax - 10), described(1, 10));
    (await full.whenPrepared(updateChannel, { channelId, description: 'y' })).thenHappens(
      changed({ type: 'ChannelDescribed', data: { channelId, description: 'y', renderedDescription: '<p>y</p>' } }),
    );
    (await full.whenPrepared(updateChannel, { channelId, description: 'yyyy' })).thenRefused(
      'channel-descriptions-too-long',
    );
  });

  it('renders a description within a limit of its own, and does not render one that is far too long', async () => {
    const described = (description: string) => given(past).whenPrepared(updateChannel, { channelId, description });
    const { rendered, htmlLimits } = await described('all');
    expect([rendered, htmlLimits]).to.deep.equal([['all'], [limits.channelDescriptionHtmlBytesMax]]);
    const wide = '\u{1f4dc}'.repeat(limits.channelDescriptionLengthMax);
    expect((await described(wide)).rendered).to.deep.equal([wide]);
    for (const description of ['', `${wide}x`]) expect((await described(description)).rendered).to.deep.equal([]);
  });

  it('keeps default streams public, and streams that nobody could join', () => {
    asks(1, { channelId, inviteOnly: true }, madeDefault(1)).thenRefused('channel-private-default');
    update({ inviteOnly: true }, 3).thenRefused('channel-private-empty');
    asks(1, { channelId, inviteOnly: true }, leaves(1, 1, 3)).thenRefused('channel-private-empty');
  });
});
