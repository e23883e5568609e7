import { expect } from 'chai';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { EventId, RealmId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded } from '../support/given.ts';
import { founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';

const registered = (id: number, subdomain: string): Given =>
  happened(logStream.server(), 'RealmRegistered', { realmId: id as RealmId, subdomain });
const importBegan = (...realms: [number, string][]): Given =>
  happened(logStream.server(), 'ImportBegan', {
    realms: realms.map(([id, subdomain]) => ({
      realmId: id as RealmId,
      subdomain,
      registration: '00000000-0000-4000-8000-000000000001' as never,
    })),
  } as never);
const importFinished = (...ids: number[]): Given =>
  happened(logStream.server(), 'ImportFinished', { realmIds: ids as RealmId[] } as never);

function serverAfter(...events: Given[]) {
  const server = emptyServer();
  const realms = recorded(events).map((event) => evolve(server, event));
  return { server, realms };
}

describe('the state of the server', () => {
  it('has the registered organizations, by id and by subdomain', () => {
    const { server } = serverAfter(registered(3, 'third'), registered(1, 'first'));
    expect([...server.realms.keys()]).to.deep.equal([3, 1]);
    expect([...server.bySubdomain]).to.deep.equal([
      ['third', 3],
      ['first', 1],
    ]);
    expect(server.realmIdMax).to.equal(3);
  });

  it('reserves the ids and subdomains of an import until it is finished', () => {
    const { server } = serverAfter(importBegan([4, 'fourth'], [5, 'fifth']), importFinished(4));
    expect([...server.bySubdomain.keys()]).to.deep.equal(['fourth', 'fifth']);
    expect([...server.importing]).to.deep.equal([5]);
    expect(server.realmIdMax).to.equal(5);
  });

  it('knows under which secret the log is written, and which have ended', () => {
    const of = (type: 'SecretRecorded' | 'SecretReplaced' | 'SecretEnded', data: object): Given =>
      happened(logStream.server(), type, data as never);
    const secretsAfter = (...events: Given[]) => serverAfter(...events).server.secrets;
    expect(secretsAfter()).to.deep.equal({ ended: [] });
    const first = of('SecretRecorded', { fingerprint: 'one' });
    expect(secretsAfter(first)).to.deep.equal({ current: 'one', ended: [] });
    const second = of('SecretReplaced', { fingerprint: 'two', previous: 'one' });
    expect(secretsAfter(first, second)).to.deep.equal({ current: 'two', former: 'one', ended: [] });
    const ended = of('SecretEnded', { fingerprint: 'one' });
    expect(secretsAfter(first, second, ended)).to.deep.equal({ current: 'two', ended: ['one'] });
  });

  it('knows the newest event, whose time never goes back', () => {
    const late: Given = { ...founded(), metadata: { at: 500 } };
    const early: Given = { ...founded(), metadata: { at: 400 } };
    const { server } = serverAfter(registered(1, 'first'), late, early);
    const [first] = recorded([registered(1, 'first')]);
    expect(server.newest).to.deep.include({ position: 3, at: first?.metadata.at });
    expect(server.newest.id).to.equal(recorded([registered(1, 'first'), late, early]).at(-1)?.id);
  });

  it('applies an event to its organization, and returns that one', () => {
    const { server, realms } = serverAfter(registered(1, 'test'), registered(2, 'other'), founded());
    expect(realms.map((realm) => realm?.realmId)).to.deep.equal([undefined, undefined, 1]);
    expect(realms[2]).to.equal(server.realms.get(realmId));
    expect(server.realms.get(2 as RealmId)?.realm.createdAt).to.equal(0);
  });

  it('keeps the revisions of log streams, but not those of messages and claims', () => {
    const place = inTopic(1, 'x');
    const causedBy = '00000000-0000-4000-8000-000000000001' as EventId;
    const claim = happened(logStream.policyClaim(realmId, causedBy, 'echo'), 'PolicyActionFinished', {
      policy: 'echo',
      causedBy,
    });
    const events = [founded(), ...newUser(1), opened(1, 'plans', [1]), ...newUser(2), sends(1, 1, place), claim];
    const { server } = serverAfter(registered(1, 'test'), ...events);
    expect([...(server.realms.get(realmId)?.revisions ?? [])]).to.deep.equal([
      ['realm-1.settings', 0],
      ['person-1.1', 0],
      ['directory-1.users', 1],
      ['channels-1.names', 0],
      ['person-1.2', 0],
    ]);
    expect([...server.revisions]).to.deep.equal([['server-0.realms', 0]]);
  });

  it('lets a new subscriber receive only the messages after joining', () => {
    const { server } = serverAfter(
      registered(1, 'test'),
      founded(),
      sends(7, 1, inTopic(1, 'x')),
      opened(1, 'plans', [1]),
    );
    const membership = server.realms.get(realmId)?.memberships.byChannel.get(1 as never);
    expect(membership?.members.chunks.length).to.equal(1);
    expect([...(membership?.members.chunks[0]?.columns ?? [])]).to.deep.equal([0, 8, 0]);
  });
});
