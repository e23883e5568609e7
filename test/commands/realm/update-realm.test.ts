import { expect } from 'chai';
import { updateRealm } from '../../../commands/realm/update-realm.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { RealmChange } from '../../../src/vocabulary/realm-settings.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';

const past = [
  ...organization(),
  opened(1, 'plans', []),
  opened(2, 'secret', [1], { inviteOnly: true }),
  opened(3, 'old', []),
  archived(3, 'old'),
];
const asks = askingFor(updateRealm, past);
const wish = (change: RealmChange) => ({ change });
const as = (actor: number | null) => ({ actor, prepared: '<p>rendered</p>' });
const changed = (data: DataOf<'RealmSettingsChanged'>) =>
  appends(logStream.channels(realmId), 'RealmSettingsChanged', data);

describeCommand(updateRealm, () => {
  it('is one event with the changed settings and their previous values', () => {
    const wanted = { mandatory_topics: true, allow_edit_history: true, name: ' Acme ', default_language: 'de' };
    for (const actor of [1, 2, null])
      asks(as(actor), wish(wanted)).thenHappens(
        changed({
          settings: { mandatory_topics: true, name: 'Acme', default_language: 'de' },
          previous: { mandatory_topics: false, name: 'Test', default_language: 'en' },
        }),
      );
  });

  it('accepts the methods of authentication only in the present form, from owners', () => {
    const ask = (authentication: 'none' | 'same' | 'other', actor: number) =>
      asks(as(actor), { change: {}, authentication });
    ask('same', 1).thenNothing();
    ask('same', 2).thenRefused('owner-required');
    ask('other', 2).thenRefused('owner-required');
    ask('other', 1).thenRefused('authentication-methods-fixed');
    ask('none', 1).thenRefused('authentication-methods-none');
  });

  it('names the people whose shown addresses change, if there are any', () => {
    const people = [1, 2, 3, 4, 5].map(user);
    const settings = (visibility: 1 | 3 | 4) => ({ email_address_visibility: visibility });
    const hidden = asks(as(2), wish(settings(3)));
    hidden.thenHappens({
      stream: logStream.channels(realmId),
      events: [
        { type: 'RealmSettingsChanged', data: { settings: settings(3), previous: settings(1) } },
        { type: 'AddressVisibilityChanged', data: { userIds: people, visibility: 3 } },
      ],
    });
    // The substitute addresses stay the same, so no event names people.
    hidden
      .andThen()
      .when(updateRealm, wish(settings(4)), as(2))
      .thenHappens(changed({ settings: settings(4), previous: settings(3) }));
  });

  it('changes nothing when asked twice', () => {
    const first = asks(as(2), wish({ private_message_policy: 2 }));
    const again = first.andThen().when(updateRealm, wish({ private_message_policy: 2 }), as(2));
    again.thenNothing();
  });

  it('renders a description, and only one that may be stored', async () => {
    const when = await given(past).whenPrepared(updateRealm, wish({ description: 'We *build*' }), { actor: 2 });
    expect(when.rendered).to.deep.equal(['We *build*']);
    when.thenHappens(
      changed({
        settings: { description: 'We *build*' },
        previous: { description: '' },
        renderedDescription: '<p>We *build*</p>',
      }),
    );
    for (const change of [{ description: 'x'.repeat(2001) }, { description: '' }, { name: 'x' }])
      expect((await given(past).whenPrepared(updateRealm, wish(change), { actor: 2 })).rendered).to.deep.equal([]);
  });

  it('accepts an open stream for announcements that the administrator may join, or none', () => {
    for (const name of ['notifications_stream_id', 'signup_notifications_stream_id'] as const) {
      asks(as(2), wish({ [name]: channel(1) })).thenHappens(
        changed({ settings: { [name]: channel(1) }, previous: { [name]: null } }),
      );
      asks(as(1), wish({ [name]: channel(2) })).thenHappens(
        changed({ settings: { [name]: channel(2) }, previous: { [name]: null } }),
      );
      for (const id of [2, 3, 4]) asks(as(2), wish({ [name]: channel(id) })).thenRefused('news-channel-unknown');
      const first = asks(as(2), wish({ [name]: channel(1) }));
      first
        .andThen()
        .when(updateRealm, wish({ [name]: null }), as(2))
        .thenHappens(changed({ settings: { [name]: null }, previous: { [name]: channel(1) } }));
    }
  });

  it('is only for administrators; only owners change how long messages are kept', () => {
    for (const actor of [3, 4, 6])
      asks(as(actor), wish({ notifications_stream_id: channel(9) })).thenRefused('administrator-required');
    asks(as(2), wish({ message_retention_days: 5 })).thenRefused('owner-required');
    asks(as(2), wish({ message_retention_days: -1 })).thenNothing();
    asks(as(1), wish({ message_retention_days: 5 })).thenHappens(
      changed({ settings: { message_retention_days: 5 }, previous: { message_retention_days: -1 } }),
    );
  });

  it('refuses a name with control characters or direction marks, before it checks the caller', () => {
    for (const name of ['a\r\nb', 'a\u202eb']) asks(as(3), wish({ name })).thenRefused('name-characters');
  });

  it('refuses texts that are blank or too long, before it checks the caller', () => {
    asks(as(3), wish({ name: ' ' })).thenRefused('realm-name-blank');
    asks(as(3), wish({ name: 'x'.repeat(41) })).thenRefused('realm-name-too-long');
    asks(as(3), wish({ description: 'x'.repeat(1001) })).thenRefused('realm-description-too-long');
  });

  it('accepts texts of the maximum length', () => {
    const longest = { name: '\u{1f4dc}'.repeat(40), description: '\u{1f4dc}'.repeat(1000) };
    const { decision } = asks(as(1), wish(longest));
    expect(decision.ok).to.equal(true);
  });

  it("returns what has changed, the resulting settings, and how many people's shown addresses change", () => {
    const answer = (change: RealmChange) => {
      const { decision } = asks(as(1), wish(change));
      return decision.ok ? decision.result : decision.refusal;
    };
    const hidden = answer({ email_address_visibility: 3, mandatory_topics: false });
    expect(hidden).to.deep.include({ changed: { email_address_visibility: 3 }, count: 5 });
    expect(hidden).to.deep.nested.include({ 'now.email_address_visibility': 3, 'now.name': 'Test' });
    const same = answer({ mandatory_topics: false });
    expect(same).to.deep.include({ changed: {}, count: 0 }).and.to.have.nested.property('now.name', 'Test');
  });

  it('refuses unknown values', () => {
    for (const change of [
      { create_stream_policy: 4 },
      { bot_creation_policy: 0 },
      { email_address_visibility: 2 },
      { message_retention_days: 0 },
      { message_content_edit_limit_seconds: -1 },
      { waiting_period_threshold: 2 ** 31 },
      { default_language: 'English, please' },
      { default_code_block_language: '' },
      { digest_weekday: 7 },
    ])
      expect(updateRealm.input.safeParse({ change }).success, JSON.stringify(change)).to.equal(false);
  });
});
