import { expect } from 'chai';
import type { ClientEvent } from '../../src/feed/client-event.ts';
import { FormTexts } from '../../src/feed/form-texts.ts';
import { peopleOf } from '../../src/feed/message-names.ts';
import { type Serializable, textFor } from '../../src/feed/serialize.ts';
import { feedOf, keys, queueOf } from '../support/feed.ts';
import { edits, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';
import { newBot } from '../support/writes.ts';

const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), opened(1, 'plans', [1, 2])];
const joined = { ...keys, ...peopleOf(feedOf(past, []).state) };
const entryOf = ({ type, body }: ClientEvent): Serializable => ({ eventId: 7, type, body, fields: new FormTexts() });

function made(news: Parameters<typeof feedOf>[1]): ReturnType<typeof entryOf> {
  const { clientEvents } = feedOf(past, news);
  const last = clientEvents.at(-1);
  if (!last) throw new Error('no client event');
  return entryOf(last.clientEvent);
}

describe('the text of a client event', () => {
  it('is JSON that begins with the type and ends with the id', () => {
    const text = textFor(made([sends(1, 1, inTopic(1, 'x'))]), queueOf(2), 'direct', joined) ?? '';
    expect(text)
      .to.match(/^\{"type":"message",/)
      .and.to.match(/,"id":7\}$/);
    expect(JSON.parse(text)).to.include({ type: 'message', id: 7 });
  });

  it('is serialized once for all queues that ask for the same form', () => {
    const entry = made([sends(1, 1, inTopic(1, 'x'))]);
    let texts = 0;
    entry.fields.onGrown = () => {
      texts += 1;
    };
    for (const id of [1, 2, 3]) textFor(entry, queueOf(id), 'direct', joined);
    expect(texts).to.equal(1);
    textFor(entry, queueOf(2, { applyMarkdown: false }), 'direct', joined);
    textFor(entry, queueOf(2, { clientGravatar: true }), 'direct', joined);
    textFor(entry, queueOf(2, { applyMarkdown: false, clientGravatar: true }), 'direct', joined);
    expect(texts).to.equal(4);
  });

  it('is not made for a queue that did not ask for the event', () => {
    const entry = made([sends(1, 1, inTopic(1, 'x'))]);
    expect(textFor(entry, queueOf(2, { eventTypes: ['stream'] }), 'direct', joined)).to.equal(undefined);
    expect(textFor(entry, queueOf(2, { narrow: [['topic', 'y']] }), 'direct', joined)).to.equal(undefined);
    expect(entry.fields.bytes).to.equal(0);
  });

  it('is made for a queue with a narrow if the event is not a message, or is a matching one', () => {
    const narrow: [['topic', string]] = [['topic', 'x']];
    expect(textFor(made([sends(1, 1, inTopic(1, 'x'))]), queueOf(2, { narrow }), 'direct', joined)).to.be.a('string');
    const edited = made([edits(1, 1, inTopic(1, 'y'), 'new', 'old')]);
    expect(textFor(edited, queueOf(2, { narrow }), 'direct', joined)).to.be.a('string');
  });

  it('of a subscription contains that it is added', () => {
    const { clientEvents } = feedOf([founded(), ...newUser(2)], [opened(2, 'goals', [2])]);
    const added = clientEvents.find(({ clientEvent }) => clientEvent.body.kind === 'subscription');
    const text = added && textFor(entryOf(added.clientEvent), queueOf(2), 'direct', joined);
    expect(JSON.parse(text ?? '{}')).to.nested.include({ op: 'add', 'subscriptions[0].name': 'goals' });
  });

  it('of a bot derives its API key for each user to whom it is delivered, and keeps no text with it', () => {
    const entry = made(newBot(5, 2));
    const keyFor = (key: string) =>
      JSON.parse(textFor(entry, queueOf(2), 'direct', { ...joined, apiKey: () => key }) ?? '').bot.api_key;
    expect(keyFor('shown')).to.equal('shown');
    expect(keyFor('')).to.equal('');
    expect(entry.fields.bytes).to.equal(0);
  });
});
