import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { submessagedMessage, submessageLength } from '../../src/state/submessages.ts';
import { type Given, recorded } from '../support/given.ts';
import { deletes, edits, inTopic, sends, submessaged } from '../support/past-events.ts';

const place = inTopic(1, 'x');
const foldedOf = (...events: Given[]) => foldAggregate(submessagedMessage, recorded(events));

describe('the submessages of a message', () => {
  it('are known by their sender and length, in order', () => {
    const message = sends(7, 1, place);
    expect(foldedOf().added).to.deep.equal([]);
    const { added } = foldedOf(message, submessaged(7, 1, 2, place, 'abc'), submessaged(7, 2, 3, place, ''));
    expect(added).to.deep.equal([
      { userId: 2, length: 9 },
      { userId: 3, length: 6 },
    ]);
    expect(submessageLength({ msgType: 'widget', content: 'abc' })).to.equal(9);
  });

  it('are read with the message', () => {
    const message = sends(7, 1, place, 'one');
    expect(foldedOf().message.status).not.to.equal('sent');
    const sent = foldedOf(message, submessaged(7, 1, 2, place)).message;
    expect(sent).to.deep.nested.include({ status: 'sent', 'text.content': 'one' });
    const edited = foldedOf(message, submessaged(7, 1, 2, place), edits(7, 1, place, 'two', 'one'));
    expect(edited.message).to.deep.nested.include({ 'text.content': 'two' });
    expect(edited.added).to.have.length(1);
    const gone = foldedOf(message, submessaged(7, 1, 2, place), deletes(7, 1, place));
    expect(gone.message.status).not.to.equal('sent');
    expect(gone.added).to.have.length(1);
  });
});
