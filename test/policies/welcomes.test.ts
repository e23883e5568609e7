import { expect } from 'chai';
import { welcomes } from '../../src/policies/welcomes.ts';
import type { InvitationId } from '../../src/vocabulary/ids.ts';
import type { Given } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { came, founded } from '../support/past-events.ts';
import { plannedBy, subjectsOf } from '../support/policy.ts';
import { botCame, deactivated } from '../support/writes.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

const past = [founded(), ...notificationBotCame(1, { email: 'welcome-bot@test.example' }), ...came(2, { role: 100 })];
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

  it('greets a person who was made by somebody, or who was invited, with one private message', () => {
    for (const events of [by(came(3), 2), invited(came(3))]) {
      const [planned, ...others] = plannedBy(welcomes, [...past, ...events]);
      expect(others).to.deep.equal([]);
      expect(planned?.command).to.equal('send-notice');
      expect(planned?.input).to.deep.include({
        messageId: 1,
        senderId: 1,
        place: { kind: 'private', userIds: [1, 3] },
      });
      expect(planned?.input.content).to.match(/^Hello, and welcome!\n/);
    }
  });

  it('greets no bots, and nobody whom the service itself made', () => {
    expect(subjectsOf(welcomes, [...past, ...by(botCame(3, 2), 2)])).to.deep.equal([]);
    expect(subjectsOf(welcomes, [...past, ...by(came(3), null)])).to.deep.equal([]);
  });

  it('greets nobody without a Welcome Bot, and nobody who was deactivated meanwhile', () => {
    expect(subjectsOf(welcomes, [founded(), ...came(2), ...by(came(3), 2)])).to.deep.equal([]);
    expect(plannedBy(welcomes, [...past, ...by(came(3), 2)], [deactivated(3)])).to.deep.equal([]);
  });
});
