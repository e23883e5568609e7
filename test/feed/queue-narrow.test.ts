import { expect } from 'chai';
import { matchesNarrow } from '../../src/feed/queue-narrow.ts';
import type { QueueNarrow } from '../../src/vocabulary/narrow.ts';
import { between, inTopic } from '../support/past-events.ts';

const [sender, rest] = ['Ada@test.example', { messageId: 1, sentAt: 0, client: 'curl', topicLinks: [] }];
const inStream = { message: { ...rest, place: inTopic(1, 'Lunch') }, channel: 'Plans' };
const inPrivate = { message: { ...rest, place: between(1, 2) }, channel: undefined };

const matches = (
  term: readonly [string, string],
  message: Parameters<typeof matchesNarrow>[1] = inStream,
  flags: string[] = [],
) => matchesNarrow([term] as unknown as QueueNarrow, message, sender, flags);

describe('the narrow of a queue', () => {
  it('matches every message if it has no terms', () => {
    expect(matchesNarrow([], inStream, sender, [])).to.equal(true);
  });

  it('requires every term', () => {
    const narrow = (topic: string) =>
      [
        ['stream', 'plans'],
        ['topic', topic],
      ] as unknown as QueueNarrow;
    expect(matchesNarrow(narrow('lunch'), inStream, sender, [])).to.equal(true);
    expect(matchesNarrow(narrow('tea'), inStream, sender, [])).to.equal(false);
  });

  it('compares stream, topic and sender without regard to case', () => {
    expect(matches(['stream', 'pLANS'])).to.equal(true);
    expect(matches(['stream', 'plan'])).to.equal(false);
    expect(matches(['topic', 'lUNCH'])).to.equal(true);
    expect(matches(['topic', 'lunches'])).to.equal(false);
    expect(matches(['sender', 'aDA@test.example'])).to.equal(true);
    expect(matches(['sender', 'bob@test.example'])).to.equal(false);
  });

  it('matches no stream or topic for a private message', () => {
    expect(matches(['stream', ''], inPrivate)).to.equal(false);
    expect(matches(['topic', ''], inPrivate)).to.equal(false);
    expect(matches(['sender', 'ada@test.example'], inPrivate)).to.equal(true);
  });

  it('distinguishes private messages from those in streams', () => {
    expect(matches(['is', 'private'], inPrivate)).to.equal(true);
    expect(matches(['is', 'private'])).to.equal(false);
  });

  it('uses the flags of the message', () => {
    const flags = ['read', 'starred', 'mentioned', 'wildcard_mentioned', 'has_alert_word'];
    const taking = (operand: string) => flags.filter((flag) => matches(['is', operand], inStream, [flag]));
    expect(taking('starred')).to.deep.equal(['starred']);
    expect(taking('mentioned')).to.deep.equal(['mentioned', 'wildcard_mentioned']);
    expect(taking('alerted')).to.deep.equal(['mentioned', 'wildcard_mentioned', 'has_alert_word']);
    expect(taking('unread')).to.deep.equal(flags.slice(1));
    expect(matches(['is', 'unread'])).to.equal(true);
    expect(matches(['is', 'mentioned'])).to.equal(false);
  });

  it('matches nothing for an unknown word after `is`', () => {
    expect(matches(['is', 'followed'], inStream, ['followed'])).to.equal(false);
  });
});
