/** An event that somebody changed so that it cannot be folded: the process ends, and names the event in one line. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { Follower } from '../../../src/engine/follow/follower.ts';
import { fatalText } from '../../../src/ports/event-log.ts';
import { emptyServer } from '../../../src/state/realm-state.ts';
import { appendEvents } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

describe('an event that cannot be folded', () => {
  it('is named, with how to find out whether it was changed', async () => {
    const folder = temporaryFolder();
    const { promise: ended, resolve: fatal } = withResolvers<Error>();
    const log = await openLmdbEventLog(`${folder}/log`, { onFatal: (error) => fatal(error) });
    await appendEvents(log, [registered, past.founded()]);
    const id = crypto.randomUUID();
    const metadata = { at: 1, schema: 1, actor: null, client: 'test', requestId: 'r', salt: 's' };
    await log.append('message-1.7', [{ id, type: 'MessageSent', data: 'no object', metadata }], 'none');
    const follower = new Follower(log, emptyServer(), [], 0);
    const started = follower.start();
    const text = fatalText(await ended);
    expect(text).to.match(
      new RegExp(
        `^the event at position [0-9]+ \\(MessageSent ${id}, message-1\\.7 revision 0\\) cannot be folded\\. .*report this: TypeError.* at `,
      ),
    );
    expect(text).to.include('put back a backup of the log').and.not.include('\n');
    await follower.stop();
    await log.close();
    void started;
  });
});
