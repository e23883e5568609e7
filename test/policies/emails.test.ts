import { expect } from 'chai';
import { invitationEmails, missedMessages } from '../../src/policies/emails.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Given } from '../support/given.ts';
import { invites, invitesAgain } from '../support/invitation-writes.ts';
import { organization, user } from '../support/organization.ts';
import { between, inTopic, joins, mutes, mutesChannel, opened, sends, text } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';
import { sets, wants } from '../support/writes.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

const past = [...organization(), opened(1, 'general', [1, 3])];
const subjects = (policy: typeof missedMessages, event: Given, more: readonly Given[] = []) =>
  subjectsOf(policy, [...past, ...more, event]);

describe('e-mails', () => {
  it('are for people who were addressed and want them, not for bots, the sender or deactivated users (digestsWaitingMax)', () => {
    expect(missedMessages.backlogMax).to.equal(limits.digestsWaitingMax);
    expect(subjects(missedMessages, sends(1, 1, between(1, 2, 3, 5, 6)))).to.deep.equal(['2', '3']);
    const mention = sends(1, 1, inTopic(1, 'x'), text('@', { mentioned: [3, 6] as never }));
    expect(subjects(missedMessages, mention)).to.deep.equal(['3']);
    expect(subjects(missedMessages, mention, [sets(3, { enable_offline_email_notifications: false })])).to.deep.equal(
      [],
    );
    expect(subjects(missedMessages, sends(1, 1, inTopic(1, 'x')))).to.deep.equal([]);
  });

  it('are for all subscribers after a mention of everybody, except those who turned that off', () => {
    const everybody = sends(1, 1, inTopic(1, 'x'), text('@', { wildcard: true }));
    const subjectsAfter = (...more: Given[]) => subjects(missedMessages, everybody, [joins(1, 1, 2), ...more]);
    expect(subjectsAfter()).to.deep.equal(['2', '3']);
    for (const quiet of [
      sets(3, { wildcard_mentions_notify: false }),
      wants(3, 1, { wildcard_mentions_notify: false }),
      mutesChannel(3, 1),
      mutes(3, 1, 'X'),
      sets(3, { enable_offline_email_notifications: false }),
    ])
      expect(subjectsAfter(quiet)).to.deep.equal(['2']);
    expect(
      subjectsAfter(sets(3, { wildcard_mentions_notify: false }), wants(3, 1, { wildcard_mentions_notify: true })),
    ).to.deep.equal(['2', '3']);
    const both = sends(1, 1, inTopic(1, 'x'), text('@', { wildcard: true, mentioned: [user(3)] }));
    expect(subjects(missedMessages, both)).to.deep.equal(['3']);
  });

  it('are for nobody after a mention of everybody alone if more than wildcardEmailsMax are subscribed', () => {
    const everybody = sends(1, 1, inTopic(2, 'x'), text('@', { wildcard: true }));
    const subjectsFor = (size: number) => {
      const ids = Array.from({ length: size }, (_, index) => index + 2);
      return subjects(missedMessages, everybody, [opened(2, 'large', ids)]);
    };
    expect(subjectsFor(limits.wildcardEmailsMax)).to.deep.equal(['2', '3', '4']);
    expect(subjectsFor(limits.wildcardEmailsMax + 1)).to.deep.equal([]);
  });

  it('report messages of the Notification Bot, but not of the Welcome Bot', () => {
    const bots = [
      ...notificationBotCame(20, { email: 'welcome-bot@test.example' }),
      ...notificationBotCame(21, { email: 'notification-bot@test.example' }),
    ];
    expect(subjects(missedMessages, sends(1, 20, between(20, 3)), bots)).to.deep.equal([]);
    expect(subjects(missedMessages, sends(1, 21, between(21, 3)), bots)).to.deep.equal(['3']);
  });

  it('are for invited people, each time, and not for links for many people', () => {
    expect(subjects(invitationEmails, invites(1, 3))).to.deep.equal(['1']);
    expect(subjects(invitationEmails, invitesAgain(1), [invites(1, 3)])).to.deep.equal(['1']);
    expect(subjects(invitationEmails, invites(1, 3, { email: null }))).to.deep.equal([]);
  });
});
