import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { messageAggregate } from '../../src/state/message.ts';
import { recorded } from '../support/given.ts';
import { deletes, edits, inTopic, says, text } from '../support/past-events.ts';

const place = inTopic(1, 'lunch');
const sent = says(7, 2, place, 'first', { alsoTo: [3] });
const messageAfter = (...events: Parameters<typeof recorded>[0]) => foldAggregate(messageAggregate, recorded(events));

describe('the message aggregate', () => {
  it('is missing before it is sent', () => {
    expect(messageAfter()).to.deep.equal({ status: 'missing' });
  });

  it('is what was sent', () => {
    const [event] = recorded([sent]);
    expect(messageAfter(sent)).to.deep.equal({
      status: 'sent',
      messageId: 7,
      senderId: 2,
      sentTo: place,
      sentAt: event?.metadata.at,
      alsoTo: [3],
      text: text('first'),
      history: [event],
    });
  });

  it('has the text of its newest edit, and all its events', () => {
    const events = [sent, edits(7, 2, place, 'second', 'first'), edits(7, 2, place, 'third', 'second')];
    const message = messageAfter(...events);
    expect(message).to.deep.include({ status: 'sent', text: text('third'), history: recorded(events) });
  });

  it('is deleted after its deletion, and an edit without a message changes nothing', () => {
    expect(messageAfter(sent, deletes(7, 2, place))).to.deep.equal({ status: 'deleted' });
    expect(messageAfter(edits(7, 2, place, 'second', 'first'))).to.deep.equal({ status: 'missing' });
  });
});
