import { expect } from 'chai';
import { feedOf } from '../support/feed.ts';
import { founded, inTopic, leaves, newUser, opened, sends, submessaged } from '../support/past-events.ts';

const secret = inTopic(1, 'plot');
const past = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3),
  opened(1, 'secret', [1, 2, 3], { inviteOnly: true }),
];

describe('client events about submessages', () => {
  it('are for those who are informed of a change of the message, and are removed with it', () => {
    const { receivedBy, clientEvents } = feedOf(
      [...past, sends(7, 1, secret), leaves(1, 3)],
      [submessaged(7, 2, 2, secret)],
    );
    const received = [1, 2, 3].map((id) => receivedBy(id));
    const event = { type: 'submessage', submessage_id: 7_002, message_id: 7, sender_id: 2 };
    expect(received[0]?.[0]).to.deep.include({ ...event, msg_type: 'widget', content: '{"vote":1}' });
    expect(received.map((events) => events.length)).to.deep.equal([1, 1, 0]);
    expect(clientEvents[0]?.clientEvent.carries).to.equal(7);
  });
});
