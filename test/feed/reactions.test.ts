import { expect } from 'chai';
import { feedOf } from '../support/feed.ts';
import { between, founded, inTopic, leaves, moves, newUser, opened, reacts, sends } from '../support/past-events.ts';

/** Owner 1, members 2 and 3, guest 4. Stream 1 is public, 2 private. */
const past = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  opened(1, 'plans', [1, 2]),
  opened(2, 'secret', [1, 2, 4], { inviteOnly: true }),
];
const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' } as const;
type News = Parameters<typeof feedOf>[1];

const receivedBy = (id: number, happened: News, news: News) => feedOf([...past, ...happened], news).receivedBy(id);
const hearers = (happened: News, news: News) => [1, 2, 3, 4].filter((id) => receivedBy(id, happened, news).length > 0);

describe('client events about reactions', () => {
  it('contain who reacted with what', () => {
    const lunch = inTopic(1, 'lunch');
    const expected = {
      type: 'reaction',
      message_id: 7,
      user_id: 2,
      user: { user_id: 2, email: 'user2@test.example', full_name: 'User 2' },
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    };
    const [added] = receivedBy(1, [sends(7, 1, lunch)], [reacts(7, 2, lunch, tada)]);
    expect(added).to.deep.include({ ...expected, op: 'add' });
    const [removed] = receivedBy(1, [sends(7, 1, lunch)], [reacts(7, 2, lunch, tada, { back: true })]);
    expect(removed).to.deep.include({ ...expected, op: 'remove' });
  });

  it('are for everybody who is informed of a change of the message, and for the user who reacts', () => {
    const [lunch, plot] = [inTopic(1, 'lunch'), inTopic(2, 'plot')];
    expect(hearers([sends(7, 1, lunch)], [reacts(7, 3, lunch, tada)])).to.deep.equal([1, 2, 3]);
    expect(hearers([sends(7, 1, lunch)], [reacts(7, 3, lunch, tada, { back: true })])).to.deep.equal([1, 2, 3]);
    expect(hearers([sends(7, 1, plot)], [reacts(7, 2, plot, tada)])).to.deep.equal([1, 2, 4]);
    expect(hearers([sends(7, 1, plot), leaves(2, 4)], [reacts(7, 2, plot, tada)])).to.deep.equal([1, 2]);
    expect(hearers([sends(7, 1, between(1, 3))], [reacts(7, 3, between(1, 3), tada)])).to.deep.equal([1, 3]);
  });

  it('use the current place of the message', () => {
    const moved = moves(7, { channel: 1, topic: 'lunch' }, { channel: 2, topic: 'plot' });
    expect(hearers([sends(7, 1, inTopic(1, 'lunch')), moved], [reacts(7, 2, inTopic(1, 'lunch'), tada)])).to.deep.equal(
      [1, 2, 4],
    );
  });
});
