import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { messageAggregate, messageHistoryAggregate } from '../../src/state/message.ts';
import { type Given, recorded } from '../support/given.ts';
import { deletes, edits, inTopic, sends, submessaged, text } from '../support/past-events.ts';

const place = inTopic(1, 'lunch');
const sent = sends(7, 2, place, 'first', { alsoTo: [3] });
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
      mentionedBefore: [],
      edits: 0,
    });
  });

  const edited = [sent, edits(7, 2, place, 'second', 'first'), edits(7, 2, place, 'third', 'second')];

  it('has the text of its newest edit, and the number of edits', () => {
    expect(messageAfter(...edited)).to.deep.include({ status: 'sent', text: text('third'), edits: 2 });
  });

  it('knows whom earlier versions mentioned, and who added submessages', () => {
    const mentioned = (...events: Given[]) => {
      const message = messageAfter(sent, ...events);
      return message.status === 'sent' ? message.mentionedBefore : message.status;
    };
    const edit = edits(7, 2, place, 'second', 'first');
    const data = { ...edit.event.data, mentionedBefore: [4] };
    const withMention = { ...edit, event: { ...edit.event, data } as unknown as Given['event'] };
    expect([mentioned(edit), mentioned(withMention)]).to.deep.equal([[], [4]]);
    const added = submessaged(7, 1, 5, place);
    expect(mentioned(withMention, added, added)).to.deep.equal([4, 5]);
    expect(mentioned(added, deletes(7, 2, place))).to.equal('deleted');
    expect(messageAfter(added)).to.deep.equal({ status: 'missing' });
  });

  it('is the same from its first and its last event alone', () => {
    for (const events of [edited, [...edited, deletes(7, 2, place)]]) {
      const all = recorded(events);
      const ends = all.filter((_, at) => at === 0 || at === all.length - 1);
      expect(foldAggregate(messageAggregate, ends)).to.deep.equal(foldAggregate(messageAggregate, all));
    }
  });

  it('has all its events if a deletion needs them', () => {
    const { message, events } = foldAggregate(messageHistoryAggregate, recorded(edited));
    expect(message).to.deep.equal(messageAfter(...edited));
    expect(events).to.deep.equal(recorded(edited));
    expect(foldAggregate(messageHistoryAggregate, recorded([deletes(7, 2, place)])).message.status).to.equal('deleted');
  });

  it('is deleted after its deletion, and an edit without a message changes nothing', () => {
    expect(messageAfter(sent, deletes(7, 2, place))).to.deep.equal({ status: 'deleted' });
    expect(messageAfter(edits(7, 2, place, 'second', 'first'))).to.deep.equal({ status: 'missing' });
  });
});
