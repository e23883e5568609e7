import { expect } from 'chai';
import { outgoingWebhooks } from '../../src/policies/outgoing-webhooks.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { between, founded, inTopic, newUser, opened, sends, text } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';

/** Users 1 and 2, outgoing-webhook bots 3 and 4, a generic bot 5. Only user 1 is subscribed to stream 1. */
const beginning: Given[] = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3, { bot: 3 }),
  ...newUser(4, { bot: 3 }),
  ...newUser(5, { bot: 1 }),
  opened(1, 'general', [1]),
];
const topic = inTopic(1, 'lunch');
const mentioning = (...ids: number[]) => text('hello', { mentioned: ids as UserId[] });

const subjects = (...past: Given[]): readonly string[] => subjectsOf(outgoingWebhooks, [...beginning, ...past]);

describe('the outgoing-webhooks policy', () => {
  it('calls a bot that is mentioned in a stream it is not subscribed to', () => {
    expect(subjects(sends(1, 1, topic, mentioning(3)))).to.deep.equal(['3']);
  });

  it('calls each of several bots mentioned, and nobody else', () => {
    expect(subjects(sends(1, 1, topic, mentioning(2, 3, 4, 5)))).to.deep.equal(['3', '4']);
    // Another process knows of user 99, and this one does not yet.
    expect(subjects(sends(1, 1, topic, mentioning(99, 3)))).to.deep.equal(['3']);
  });

  it('calls no bot for a wildcard mention, nor for a message without mentions', () => {
    expect(subjects(sends(1, 1, topic, text('@**all**', { wildcard: true })))).to.deep.equal([]);
    expect(subjects(sends(1, 1, topic, mentioning()))).to.deep.equal([]);
  });

  it('calls a bot that takes part in a private conversation, mentioned or not', () => {
    expect(subjects(sends(1, 1, between(1, 3)))).to.deep.equal(['3']);
    expect(subjects(sends(1, 1, between(1, 2, 4)))).to.deep.equal(['4']);
  });

  it('does not call a bot that is mentioned in a conversation in which it does not take part', () => {
    expect(subjects(sends(1, 1, between(1, 2), mentioning(3)))).to.deep.equal([]);
  });

  it('calls no bot for a message of a bot', () => {
    expect(subjects(sends(1, 5, topic, mentioning(3)))).to.deep.equal([]);
    expect(subjects(sends(1, 3, between(3, 4)))).to.deep.equal([]);
  });

  it('does not call a deactivated bot', () => {
    const gone = happened(logStream.directory(realmId), 'UserDeactivated', { userId: 3 as UserId });
    expect(subjects(gone, sends(1, 1, topic, mentioning(3, 4)))).to.deep.equal(['4']);
  });

  it('calls no bot for a message whose sender is not known', () => {
    expect(subjects(sends(1, 9, topic, mentioning(3)))).to.deep.equal([]);
  });
});
