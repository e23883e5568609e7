import { expect } from 'chai';
import { welcomes } from '../../src/policies/welcomes.ts';
import type { InvitationId } from '../../src/vocabulary/ids.ts';
import type { Given } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { between, founded, inTopic, newUser, sends } from '../support/past-events.ts';
import { plannedBy, plannedFor, subjectsOf } from '../support/policy.ts';
import { deactivated, newBot, ofUser } from '../support/writes.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

const past = [
  founded(),
  ...notificationBotCame(1, { email: 'welcome-bot@test.example' }),
  ...newUser(2, { role: 100 }),
];
const by = (events: Given[], actor: number | null): Given[] =>
  events.map((event) => ({ ...event, metadata: { actor: actor === null ? null : user(actor) } }));
const invited = (events: Given[]): Given[] =>
  events.map(({ stream, event }) => ({
    stream,
    event: { ...event, data: { ...event.data, invitationId: 7 as InvitationId } } as Given['event'],
    metadata: { actor: null },
  }));

describe('the welcomes policy', () => {
  it('makes the request wait for the message', () => {
    expect(welcomes.awaited).to.equal(true);
  });

  it('greets a person who was added by somebody, or who was invited, with one private message', () => {
    for (const events of [by(newUser(3), 2), invited(newUser(3))]) {
      const [planned, ...others] = plannedBy(welcomes, [...past, ...events]);
      expect(others).to.deep.equal([]);
      expect(planned?.command).to.equal('send-notice');
      expect(planned?.input).to.deep.include({
        messageId: 1,
        senderId: 1,
        place: { kind: 'private', userIds: [1, 3] },
      });
      expect(planned?.input)
        .to.have.property('content')
        .that.matches(/^Hello, and welcome!\n/);
    }
  });

  it('answers the first message that a person sends to it alone, and no other', () => {
    const people = [...past, ...newUser(3), ...newUser(4), ...newBot(5, 3)];
    const first = sends(1, 3, between(1, 3));
    const [noted, planned, ...others] = plannedBy(welcomes, [...people, first]);
    expect(others).to.deep.equal([]);
    expect(noted).to.deep.equal({ command: 'record-welcome-answer', input: { userId: 3 } });
    expect(planned?.input).to.deep.include({ senderId: 1, place: { kind: 'private', userIds: [1, 3] } });
    expect(planned?.input)
      .to.have.property('content')
      .that.matches(/^Congratulations/);
    const answered = ofUser(3, 'WelcomeAnswered', { userId: user(3) });
    expect(subjectsOf(welcomes, [...people, answered, sends(2, 3, between(1, 3))])).to.deep.equal([]);
    // It was answered between two messages.
    expect(plannedBy(welcomes, [...people, first], [answered])).to.deep.equal([]);
    expect(plannedBy(welcomes, [...people, first], [deactivated(3)])).to.deep.equal([]);
    for (const other of [
      sends(1, 1, between(1, 3)),
      sends(1, 3, between(3, 4)),
      sends(1, 3, between(1, 3, 4)),
      sends(1, 3, between(3)),
      sends(1, 3, between(3, 5)),
      sends(1, 5, between(1, 5)),
      sends(1, 3, inTopic(1, 'x')),
    ])
      expect(subjectsOf(welcomes, [...people, other])).to.deep.equal([]);
  });

  it('answers a person whose id is below its own, and nobody who writes to another bot of the service', () => {
    const bots = [
      ...notificationBotCame(8, { email: 'welcome-bot@test.example' }),
      ...notificationBotCame(9, { email: 'notification-bot@test.example' }),
    ];
    const people = [founded(), ...bots, ...newUser(3)];
    expect(subjectsOf(welcomes, [...people, sends(1, 3, between(3, 8))])).to.deep.equal(['3']);
    expect(subjectsOf(welcomes, [...people, sends(1, 3, between(3, 9))])).to.deep.equal([]);
  });

  it('greets no bots, and nobody who was added by the service itself', () => {
    expect(subjectsOf(welcomes, [...past, ...by(newBot(3, 2), 2)])).to.deep.equal([]);
    expect(subjectsOf(welcomes, [...past, ...by(newUser(3), null)])).to.deep.equal([]);
  });

  it('greets nobody without a Welcome Bot, and nobody who was deactivated in the meantime', () => {
    const withoutBot = [founded(), ...newUser(2), ...by(newUser(3), 2)];
    expect(subjectsOf(welcomes, withoutBot)).to.deep.equal([]);
    expect(plannedFor(welcomes, withoutBot, '3')).to.deep.equal([]);
    expect(plannedBy(welcomes, [...past, ...by(newUser(3), 2)], [deactivated(3)])).to.deep.equal([]);
  });
});
