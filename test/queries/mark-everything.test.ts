import { expect } from 'chai';
import { markEverything } from '../../src/queries/mark-as-read.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { between, deletes, flagsSet, inTopic, opened, sends } from '../support/past-events.ts';

const past = [...organization(), opened(1, 'plans', [1, 3]), opened(2, 'secret', [1], { inviteOnly: true })];
const message = (id: number, in_ = 1) => sends(id, 1, inTopic(in_, 'x'), 'hello', { client: 'curl' });
const markedAfter = async (events: readonly Given[], max?: number) =>
  markEverything(await readAfter(past, events), realmId, user(3), max);

describe('marking everything as read', () => {
  it('names what is unread everywhere, and records all messages so far', async () => {
    const direct = sends(3, 1, between(1, 3), 'hello', { client: 'curl' });
    const events = [message(1), message(2, 2), direct, message(4)];
    expect(await markedAfter(events)).to.deep.equal({ spans: [[1, 4]], ids: [1, 3, 4] });
    const some = [...events, flagsSet(3, 'read', [3], { read: { 0: [[3, 3]] } })];
    expect(await markedAfter(some)).to.deep.equal({ spans: [[1, 4]], ids: [1, 4] });
  });

  it('leaves out messages that may not be in the log yet, and names the newest ones if there are too many', async () => {
    const spans = [
      [1, 2],
      [4, 5],
    ];
    expect(await markedAfter([message(1), message(2), message(4), message(5)], 3)).to.deep.equal({
      spans,
      ids: [2, 4, 5],
    });
  });

  it('does not leave out deleted messages, which are in the log', async () => {
    const events = [message(1), message(2), message(3), deletes(2, 1, inTopic(1, 'x')), deletes(3, 1, inTopic(1, 'x'))];
    expect(await markedAfter(events)).to.deep.equal({ spans: [[1, 3]], ids: [1] });
  });

  it('does nothing if there are no messages', async () => {
    expect(await markedAfter([])).to.deep.equal({ spans: [], ids: [] });
  });
});
