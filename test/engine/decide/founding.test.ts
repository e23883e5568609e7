import { expect } from 'chai';
import { createRealm } from '../../../commands/realm/create-realm.ts';
import type { Order } from '../../../src/engine/decide/executor.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { happened } from '../../support/given.ts';
import { newUser, opened } from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const order: Order = { realmId: undefined, actor: null, client: 'test', requestId: 'r' };
const wanted = {
  subdomain: 'acme',
  name: 'Acme',
  emailDomain: 'acme.example',
  owner: { email: 'olive@acme.example', fullName: 'Olive Owner' },
};

const realmId = 1 as RealmId;
const begun = [
  happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'acme' }),
  happened(logStream.realm(realmId), 'RealmCreated', {
    realmId,
    subdomain: 'acme',
    name: 'Acme',
    description: '',
    renderedDescription: '',
    emailDomain: 'acme.example',
  }),
];
const almostDone = [...begun, ...newUser(1), opened(1, 'general', [])];

describe('an organization whose creation was interrupted by a kill', () => {
  let application: TestEngine;
  afterEach(() => application.close());

  it('is completed by the next request', async () => {
    application = await engineIn(temporaryFolder());
    await appendEvents(application.log, begun);
    await application.engine.follower.catchUp();
    const founded = await application.engine.executor.execute(createRealm, wanted, order);
    expect(founded).to.deep.include({ ok: true, result: { realmId, ownerId: 3 } });
    await application.engine.follower.catchUp();
    const state = application.engine.state.realms.get(realmId);
    expect(state?.realm).to.include({ name: 'Acme', notificationsChannelId: 1 });
    expect(state?.directory.userIdMax).to.equal(3);
    const again = await application.engine.executor.execute(createRealm, wanted, order);
    expect(again).to.have.nested.property('refusal.code', 'subdomain-taken');
  });

  it('is completed when only its last event is missing', async () => {
    application = await engineIn(temporaryFolder());
    await appendEvents(application.log, almostDone);
    await application.engine.follower.catchUp();
    const founded = await application.engine.executor.execute(createRealm, { ...wanted, owner: undefined }, order);
    expect(founded).to.have.property('ok', true);
    const realm = await application.log.readStream(logStream.realm(realmId));
    expect(realm.map(({ type }) => type)).to.deep.equal([
      'RealmCreated',
      'DefaultChannelAdded',
      'NotificationsChannelSet',
    ]);
  });
});
