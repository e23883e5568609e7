import { expect } from 'chai';
import { register } from '../../../src/http/routes/register.ts';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId, testNow } from '../../support/given.ts';
import { organization, readAfter, user } from '../../support/organization.ts';
import { between, flagsSet, sends } from '../../support/past-events.ts';

/** How many further requests a registration of member 3 counts as. They have starred this many messages that they cannot see. */
async function costOf(stars: number, eventTypes: readonly string[]): Promise<number> {
  const messages = Array.from({ length: stars }, (_, at) => at + 1);
  const half = [0, limits.namedPerEventMax].map((from) => messages.slice(from, from + limits.namedPerEventMax));
  const starred = half.flatMap((ids) => (ids.length > 0 ? [flagsSet(3, 'starred', ids)] : []));
  const view = await readAfter(organization(), starred, sends(limits.unreadPerRequest + 1, 1, between(1, 3)));
  const charged: number[] = [];
  const call = {
    realmId,
    userId: user(3),
    parameters: { event_types: eventTypes },
    origin: () => 'https://chat.example',
    charge: (requests: number) => charged.push(requests),
  };
  const services = {
    read: <T>(body: (of: ReadView) => Promise<T>) => body(view),
    now: () => testNow,
    forAuditor: true,
    config: {},
  };
  await register.handle(call as never, services as never);
  return charged.reduce((sum, one) => sum + one, 0);
}

describe('the cost of a registration', () => {
  it('grows with the stars that it looks up, seen or not, and the unread messages that it lists', async () => {
    const both = ['starred_messages', 'message', 'update_message_flags'];
    expect(await costOf(limits.unreadPerRequest, ['starred_messages'])).to.equal(1);
    expect(await costOf(limits.unreadPerRequest - 1, ['starred_messages'])).to.equal(0);
    expect(await costOf(limits.unreadPerRequest - 1, both)).to.equal(1);
    expect(await costOf(limits.unreadPerRequest, ['message', 'update_message_flags'])).to.equal(0);
  });
});
