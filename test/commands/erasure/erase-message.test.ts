import { expect } from 'chai';
import { eraseMessage } from '../../../commands/erasure/erase-message.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { deletes, edits, inTopic, moves, opened, sends } from '../../support/past-events.ts';

const place = inTopic(1, 'x');
const past = [
  ...organization(),
  opened(1, 'a', [1]),
  opened(2, 'b', [1]),
  sends(7, 1, place),
  edits(7, 1, place, 'new', 'old'),
];
const input = { messageId: 7 as MessageId, onRecord: true };
const erasing = (...more: typeof past) => given(past, more).when(eraseMessage, input, { actor: null });

describeCommand(eraseMessage, () => {
  it('deletes it permanently, with the leaves of all its events, and names the streams that it was in', () => {
    const { decision } = erasing(
      held(1, { users: [1] }),
      moves(7, { channel: 1, topic: 'x' }, { channel: 2, topic: 'y' }),
    );
    const [append] = decision.ok ? decision.appends : [];
    const event = append?.events[0];
    if (event?.type !== 'MessageDeleted') throw new Error('no deletion');
    expect(event.data).to.deep.include({ erased: true, place: inTopic(2, 'y'), leftChannels: [1] });
    expect(event.data.leaves.map(({ type }) => type)).to.deep.equal(['MessageSent', 'MessageEdited']);
  });

  it('happens once', () => {
    erasing(deletes(7, 1, place)).thenNothing();
    given(organization()).when(eraseMessage, input, { actor: null }).thenNothing();
  });

  it('is a deletion that a hold may keep if the erasure is not recorded', () => {
    const { decision } = given(past).when(eraseMessage, { ...input, onRecord: false }, { actor: null });
    const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
    expect(event?.type).to.equal('MessageDeleted');
    expect(event?.data).to.not.have.property('erased');
  });
});
