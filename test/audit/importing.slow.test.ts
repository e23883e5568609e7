/** During its import an organization is neither readable nor writable, and policies never act on imported events. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createRealm } from '../../commands/realm/create-realm.ts';
import { createUser } from '../../commands/user/create-user.ts';
import type { Policy } from '../../src/define/policy.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { EventId, RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { appendEvents, engineIn } from '../support/engine.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { hostClient } from '../support/host-client.ts';
import * as past from '../support/past-events.ts';
import { serveHere } from '../support/serve-here.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';
import { openLog } from './log-fixture.ts';

const registration = '00000000-0000-4000-8000-0000000000bb' as EventId;
const began = (realm: RealmId, subdomain: string): Given =>
  happened(logStream.server(), 'ImportBegan', { digest: 'd', realms: [{ realmId: realm, subdomain, registration }] });
const registered = (realm: RealmId, subdomain: string): Given =>
  happened(logStream.server(), 'RealmRegistered', { realmId: realm, subdomain });
const finished = (realm: RealmId): Given =>
  happened(logStream.server(), 'ImportFinished', { digest: 'd', realmIds: [realm] });

const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
  );

const seven = 7 as RealmId;

describe('an organization that is being imported', () => {
  const server = runningServer(embedded);
  const happens = async (...events: Given[]): Promise<void> => {
    await appendEvents(server.application.log, events);
    await server.application.caughtUp();
  };
  const statuses = async (): Promise<number[]> => {
    const client = hostClient(() => server.base, 'seven.localhost', { email: 'a@b.example', api_key: 'x'.repeat(32) });
    const answers = [await client.get('/server_settings'), await client.get('/users'), await client.post('/register')];
    return answers.map(({ status }) => status);
  };
  const founded = (subdomain: string) =>
    server.application.services.runOnServer(createRealm, { subdomain, name: 'X', emailDomain: 'x.example' });

  it('is answered 503, before and after it is registered, and after a restart', async () => {
    await happens(began(seven, 'seven'));
    expect(await statuses()).to.deep.equal([503, 503, 503]);
    await happens(registered(seven, 'seven'));
    expect(await statuses()).to.deep.equal([503, 503, 503]);
    await server.restart();
    expect(await statuses()).to.deep.equal([503, 503, 503]);
  });

  it('reserves its subdomain and its id', async () => {
    expect(await refusalOf(founded('seven'))).to.equal('subdomain-taken');
    expect((await founded('nine')).realmId).to.be.greaterThan(seven);
  });

  it('accepts no command', async () => {
    const by = { realmId: seven, userId: null, client: 'Internal', requestId: 'r' };
    const person = { email: 'ann@seven.example', fullName: 'Ann', role: 400 as const };
    expect(await refusalOf(server.application.services.run(createUser, person, by))).to.equal('unavailable');
  });

  it('does not affect other organizations', async () => {
    expect((await server.as('member').get('/users/me')).status).to.equal(200);
  });

  it('is served when the import is finished', async () => {
    const founded = { realmId: seven, subdomain: 'seven', name: 'Seven', description: '', renderedDescription: '' };
    await happens(
      happened(logStream.realm(seven), 'RealmCreated', { ...founded, emailDomain: 'seven.example' }),
      finished(seven),
    );
    expect(await statuses()).to.deep.equal([200, 401, 401]);
  });
});

describe('a server that starts with an unfinished import', () => {
  it('reports it, and creates no organization of its own', async () => {
    const data = temporaryFolder();
    const log = await openLog(data);
    await appendEvents(log, [began(seven, 'dev')]);
    await log.close();
    const server = await serveHere(data, { ...embedded, VERBATIM_SECRET: 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A' });
    expect(server.lines.join('\n')).to.include('An import is not finished');
    expect(existsSync(join(data, 'dev-accounts.json'))).to.equal(false);
    await server.kill();
  });
});

/** A policy that answers each message. */
const echo: Policy<RealmState> = {
  name: 'echo',
  on: { MessageSent: ({ metadata }) => (metadata.actor === null ? [] : ['']) },
  plan: {
    MessageSent: (event, _subject, _state, generate) => [
      {
        command: 'send-notice',
        input: { messageId: generate.messageId(), senderId: 1 as UserId, place: event.data.place, content: 'echo' },
      },
    ],
  },
};

describe('policies', () => {
  const says = (id: number): Given => past.sends(id, 1, past.inTopic(1, 'alpha'));

  it('never act on events that are imported after their start, and act on later events', async () => {
    const folder = temporaryFolder();
    const first = await engineIn(folder, { policies: [echo] });
    const history = [registered(realmId, 'test'), past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];
    await appendEvents(first.log, [began(realmId, 'test'), ...history, says(1)]);
    await appendEvents(first.log, [finished(realmId)]);
    await first.engine.follower.catchUp();
    expect(first.engine.policyRunner.unfinished).to.equal(0);
    await first.close();

    const again = await engineIn(folder, { policies: [echo] });
    expect(again.engine.policyRunner.unfinished).to.equal(0);
    await appendEvents(again.log, [says(2)]);
    await again.engine.follower.catchUp();
    expect(again.engine.policyRunner.unfinished).to.equal(1);
    await again.close();
  });
});
