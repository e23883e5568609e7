import { expect } from 'chai';
import { type EventReader, namesThen } from '../../../src/queries/trail/names.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { personErased } from '../../support/erasure-writes.ts';
import { type Given, happened, realmId, recorded } from '../../support/given.ts';
import { readAfter, user } from '../../support/organization.ts';
import { founded, newUser, opened } from '../../support/past-events.ts';
import { channelRenamed } from '../../support/writes.ts';

const isRenamed = (fullName: string, previousFullName: string): Given =>
  happened(logStream.person(realmId, user(3)), 'FullNameChanged', { userId: user(3), fullName, previousFullName });

/** The names after a past, and how often they were looked for in the log. */
async function namesAfter(...past: readonly (Given | readonly Given[])[]) {
  const log = recorded(past.flat());
  let reads = 0;
  const events: EventReader = async (stream, from, limit) => {
    reads += 1;
    return log.filter((one) => one.stream === stream && one.revision >= from).slice(0, limit);
  };
  const names = namesThen(await readAfter(...past), realmId, events);
  return { names, end: log.length, reads: () => reads };
}

describe('names of then', () => {
  it('of people whose name never changed are not searched for in the log', async () => {
    const { names, end, reads } = await namesAfter(founded(), newUser(3), opened(1, 'beta', [3]));
    for (const at of [1, end]) {
      expect(await names.person(3, at)).to.equal('User 3');
      expect(await names.channel(1, at)).to.equal('beta');
    }
    expect(reads()).to.equal(0);
  });

  it('are the earlier ones before a change, and the new one from the change on', async () => {
    const past = [founded(), newUser(3), isRenamed('Second', 'User 3'), isRenamed('Third', 'Second')];
    const { names, end, reads } = await namesAfter(...past);
    expect(await names.person(3, end)).to.equal('Third');
    expect(reads()).to.equal(0);
    expect([await names.person(3, end - 1), await names.person(3, end - 2)]).to.deep.equal(['Second', 'User 3']);
    expect(await names.person(3, 1)).to.equal('User 3');
    expect(reads()).to.equal(1);
  });

  it('of streams are known from the events that renamed them', async () => {
    const { names, end, reads } = await namesAfter(
      ...[founded(), newUser(3), opened(1, 'beta', [3]), opened(2, 'other', [3])],
      ...[
        channelRenamed(1, 'gamma', 'beta'),
        channelRenamed(2, 'another', 'other'),
        channelRenamed(1, 'delta', 'gamma'),
      ],
    );
    expect(await names.channel(1, end)).to.equal('delta');
    expect(reads()).to.equal(0);
    const before = [end - 1, end - 2, end - 3].map((at) => names.channel(1, at));
    expect(await Promise.all(before)).to.deep.equal(['gamma', 'gamma', 'beta']);
    expect(await names.channel(2, end - 2)).to.equal('other');
  });

  it('of somebody erased are the name that stands instead, at any time', async () => {
    const past = [founded(), newUser(3), isRenamed('Second', 'User 3'), personErased(3)];
    const { names, end, reads } = await namesAfter(...past);
    expect([await names.person(3, end - 1), await names.person(3, end)]).to.deep.equal(Array(2).fill('Deleted user 3'));
    expect(reads()).to.equal(0);
  });

  it('are null for unknown users', async () => {
    const { names, end } = await namesAfter(founded(), newUser(3));
    expect([await names.person(99, end), await names.channel(99, end), await names.isBot(99)]).to.deep.equal([
      ...[null, null],
      false,
    ]);
  });
});
