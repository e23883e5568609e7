import { expect } from 'chai';
import { deleteTopicMessage } from '../../../commands/message/delete-topic-message.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, type Given, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { deletes, inTopic, moves, opened, sends } from '../../support/past-events.ts';

const past = [...organization(), opened(1, 'Plans', [1, 3]), sends(10, 3, inTopic(1, 'Lunch'), 'Soup', { at: 5_000 })];
const asks = askingFor(deleteTopicMessage, past);
const input = { messageId: 10 as never, channelId: channel(1), topic: 'LUNCH' };
const to = (topic: string) => moves(10, { channel: 1, topic: 'Lunch' }, { channel: 1, topic }, 'one');

describeCommand(deleteTopicMessage, () => {
  it('deletes the message, and keeps its leaf for the ledger', () => {
    const { decision } = asks(2, input);
    if (!decision.ok) throw new Error('refused');
    const [append, ...others] = decision.appends;
    expect(others).to.deep.equal([]);
    expect(append?.stream).to.equal(logStream.message(realmId, input.messageId));
    expect(append?.events).to.have.length(1);
    expect(append?.events[0]).to.have.property('type', 'MessageDeleted');
    expect(append?.events[0]?.data).to.deep.include({
      messageId: 10,
      senderId: 3,
      place: inTopic(1, 'Lunch'),
      sentAt: 5_000,
    });
    expect(append?.events[0]?.data).to.have.property('leaves').with.length(1);
  });

  it('does nothing if the message is gone, or has left the topic', () => {
    const nothing = (...more: Given[]) => asks(2, input, more).thenNothing();
    nothing(deletes(10, 3, inTopic(1, 'Lunch')));
    nothing(to('Tea'));
    asks(1, { ...input, messageId: 11 as never }).thenNothing();
    asks(1, { ...input, channelId: channel(2) }).thenNothing();
  });
});
