import { expect } from 'chai';
import {
  isExported,
  isRecorded,
  recordedIn,
  recordedKinds,
  recordedPrefixes,
} from '../../src/vocabulary/recorded-kinds.ts';

const stored = (stream: string, type: string, data: unknown = {}) => ({ stream, type, data });

describe('the table of recorded kinds', () => {
  it('records what was done in an organization, including kinds that are added later', () => {
    const passing = ['request', 'policy', 'ephemeral', 'password', 'reaction', 'sink'];
    const realm = 7;
    const recorded = Object.keys(recordedKinds).filter((kind) => !passing.includes(kind));
    expect(recordedPrefixes(realm)).to.deep.equal(
      recorded.map((kind) => (kind === 'server' ? 'server-0.' : `${kind}-${realm}.`)),
    );
  });

  it('names the organization by the log stream', () => {
    expect(recordedIn(stored('message-7.12', 'MessageSent'))).to.deep.equal([7]);
    expect(recordedIn(stored('message-7.12', 'SomethingOfALaterVersion'))).to.deep.equal([7]);
    expect(isRecorded('message', 'MessageSent')).to.equal(true);
  });

  it('records that event queues were registered and ended, and not that they were polled', () => {
    expect(recordedIn(stored('queue-7.1:2', 'EventQueueRegistered'))).to.deep.equal([7]);
    expect(recordedIn(stored('queue-7.1:2', 'EventQueueExpired'))).to.deep.equal([7]);
    expect(recordedIn(stored('queue-7.1:2', 'EventQueueTouched'))).to.deep.equal([]);
    expect(isRecorded('queue', 'EventQueueTouched')).to.equal(false);
  });

  it('records a fact about the server in each organization that it names', () => {
    const server = 'server-0.realms';
    expect(recordedIn(stored(server, 'RealmRegistered', { realmId: 7, subdomain: '' }))).to.deep.equal([7]);
    const realms = [{ realmId: 7 }, { realmId: 9 }];
    expect(recordedIn(stored(server, 'ImportBegan', { digest: '', realms }))).to.deep.equal([7, 9]);
    expect(recordedIn(stored(server, 'ImportFinished', { digest: '', realmIds: [7, 9] }))).to.deep.equal([7, 9]);
    expect(recordedIn(stored('server-0.secret', 'SecretReplaced', { fingerprint: 'x' }))).to.deep.equal([]);
  });

  it('records neither claims nor presence nor hashes of passwords, under former names of types, too', () => {
    for (const [stream, type] of [
      ['reaction-7.x.erasure', 'PolicyActionClaimed'],
      ['reaction-7.x.erasure', 'ReactionClaimed'],
      ['request-7.x', 'RequestClaimed'],
      ['ephemeral-7.presence.1', 'PresenceRecorded'],
      ['password-7.1', 'PasswordSet'],
      ['policy-0.erasure', 'PolicyStarted'],
    ] as const)
      expect(recordedIn(stored(stream, type)), type).to.deep.equal([]);
  });

  it('does not guess about kinds and types of a later version', () => {
    expect(recordedIn(stored('poll-7.1', 'PollOpened'))).to.equal(undefined);
    expect(recordedIn(stored('queue-7.1', 'EventQueueLent'))).to.equal(undefined);
    expect(recordedIn(stored('server-0.realms', 'RealmMerged', { realmId: 7 }))).to.equal(undefined);
    expect(recordedIn(stored('somebody else', 'Thing'))).to.deep.equal([]);
  });

  it('exports what another server needs, and what a later version wrote', () => {
    const exported = (stream: string, type: string): boolean => isExported({ stream, type });
    expect(exported('message-7.1', 'MessageSent')).to.equal(true);
    expect(exported('request-7.x', 'RequestClaimed')).to.equal(true);
    expect(exported('reaction-7.x.erasure', 'PolicyActionFinished')).to.equal(true);
    expect(exported('reaction-7.x.erasure', 'ReactionClaimed')).to.equal(false);
    expect(exported('poll-7.1', 'PollOpened')).to.equal(true);
    expect(exported('queue-7.1', 'EventQueueRegistered')).to.equal(false);
    expect(exported('queue-7.1', 'EventQueueLent')).to.equal(false);
    expect(exported('password-7.1', 'PasswordSet')).to.equal(false);
    expect(exported('somebody else', 'Thing')).to.equal(false);
  });
});
