import { expect } from 'chai';
import { createRealm } from '../../../commands/realm/create-realm.ts';
import type { Append } from '../../../src/define/command.ts';
import { channelNamed } from '../../../src/state/channels.ts';
import { isSubscribed } from '../../../src/state/memberships.ts';
import { notificationBot } from '../../../src/state/notification-bot.ts';
import { emptyServer, evolve, type ServerState } from '../../../src/state/realm-state.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand, refusalReached } from '../../support/describe-command.ts';
import { plainTools, recorded } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { text } from '../../support/text.ts';
import { badNames } from '../rules/bad-names.ts';

const prepared = { description: '<p>We</p>', channelDescription: '<p>All</p>' };
const wanted = {
  subdomain: 'acme',
  name: 'Acme',
  description: 'We',
  emailDomain: 'acme.example',
  owner: { email: ' Olive@acme.example', fullName: 'Olive Owner ' },
};

function decide(state: ServerState, input: Parameters<typeof createRealm.decide>[1]) {
  let realmIdMax = state.realmIdMax;
  const minted = (): never => expect.fail('ids of a new organization start at 1');
  const decision = createRealm.decide(state, input, {
    realmId: 0 as RealmId,
    actor: null,
    now: 1,
    client: 'test',
    generate: {
      realmId: () => ++realmIdMax as RealmId,
      eventId: minted,
      messageId: minted,
      userId: minted,
      channelId: minted,
      profileFieldId: minted,
      queueId: minted,
      fileId: minted,
      scheduledMessageId: minted,
      invitationId: minted,
    },
    signPassword: minted,
    fingerprint: (address, of) => `${of}:${address.toLowerCase()}`,
    leafOf: leafIn,
    prepared,
    own: undefined,
  });
  if (!decision.ok) refusalReached(createRealm.name, decision.refusal.code);
  return decision;
}

function appendsOf(state: ServerState, input: Parameters<typeof createRealm.decide>[1]): readonly Append[] {
  const decision = decide(state, input);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.appends;
}

function fold(state: ServerState, appends: readonly Append[]): void {
  const past = appends.flatMap(({ stream, events }) => events.map((event) => ({ stream, event })));
  for (const event of recorded(past)) evolve(state, event);
}

/** The server after the decision was appended. */
function serverAfter(...inputs: Parameters<typeof createRealm.decide>[1][]): ServerState {
  const state = emptyServer();
  for (const input of inputs) fold(state, appendsOf(state, input));
  return state;
}

describeCommand(createRealm, () => {
  it('creates an organization that can be used: an owner, its bots, and a default stream for announcements', () => {
    const state = serverAfter(wanted).realms.get(1 as RealmId);
    if (!state) throw new Error('no organization');
    expect(state.realm).to.include({ subdomain: 'acme', name: 'Acme', emailDomain: 'acme.example' });
    expect([...state.people.byId.values()].map(({ fullName, email }) => `${fullName} <${email}>`)).to.deep.equal([
      'Notification Bot <notification-bot@acme.example>',
      'Welcome Bot <welcome-bot@acme.example>',
      'Olive Owner <Olive@acme.example>',
    ]);
    const ownerId = state.directory.addresses.get('1:olive@acme.example');
    expect(state.directory.accounts.get(ownerId as never)).to.include({ role: 100, bot: null, active: true });
    expect(notificationBot(state)).to.equal(1);
    const general = channelNamed(state.channels, 'general');
    expect(general).to.include({ renderedDescription: '<p>All</p>', inviteOnly: false, creatorId: null });
    expect(state.realm.defaultChannels).to.deep.equal([general?.channelId]);
    expect(state.realm.notificationsChannelId).to.equal(general?.channelId);
    expect(isSubscribed(state.memberships, general?.channelId ?? 0, ownerId ?? 0)).to.equal(true);
  });

  it('can create one without an owner', () => {
    const decision = decide(emptyServer(), { ...wanted, owner: undefined });
    expect(decision).to.deep.include({ ok: true, result: { realmId: 1, ownerId: null } });
    const state = serverAfter({ ...wanted, owner: undefined }).realms.get(1 as RealmId);
    expect(state?.directory.userIdMax).to.equal(2);
  });

  it('first appends the event that the log can refuse', () => {
    const decision = decide(emptyServer(), wanted);
    expect(decision.ok && decision.appends[0]).to.deep.equal({
      stream: 'server-0.realms',
      events: [{ type: 'RealmRegistered', data: { realmId: 1, subdomain: 'acme' } }],
    });
  });

  it('numbers organizations, and keeps their descriptions separate', () => {
    const server = serverAfter(wanted, { ...wanted, subdomain: 'other' });
    expect([...server.bySubdomain]).to.deep.equal([
      ['acme', 1],
      ['other', 2],
    ]);
    expect(server.realms.get(2 as RealmId)?.directory.addresses.get('2:olive@acme.example')).to.equal(3);
  });

  it('completes an interrupted creation at any step; for another founder only if the first one is not recorded yet', () => {
    const other = { ...wanted, owner: { email: 'otto@acme.example', fullName: 'Otto Owner' } };
    const whole = appendsOf(emptyServer(), wanted);
    for (let count = 1; count < whole.length; count += 1)
      for (const input of [wanted, other]) {
        const state = emptyServer();
        fold(state, whole.slice(0, count));
        const isDescribed = whole.slice(0, count).some(({ stream }) => stream === 'person-1.3');
        if (input === wanted || !isDescribed) {
          if (input === wanted) expect(appendsOf(state, input)).to.deep.equal(whole.slice(count));
          fold(state, appendsOf(state, input));
          const realm = state.realms.get(1 as RealmId);
          expect(realm?.people.byId.get(3 as UserId)?.email, String(count)).to.equal(input.owner.email.trim());
          expect(realm?.directory.userIdMax).to.equal(3);
          expect(realm?.realm).to.include({ name: 'Acme', notificationsChannelId: 1 });
        }
        expect(decide(state, input)).to.have.nested.property('refusal.code', 'subdomain-taken');
      }
  });

  it('gives an owner another id after the withdrawal of the first one has begun, and keeps it when the creation continues', () => {
    const state = emptyServer();
    const userId = 3 as UserId;
    const [realmId, other] = [1 as RealmId, { email: 'otto@acme.example', fullName: 'Otto Owner' }];
    fold(state, appendsOf(emptyServer(), wanted).slice(0, 5));
    const begun: Append = {
      stream: logStream.directory(realmId),
      events: [{ type: 'PersonWithdrawn', data: { userId } }],
    };
    fold(state, [begun]);
    const rest = appendsOf(state, { ...wanted, owner: other });
    expect(rest.map(({ stream }) => stream)).to.deep.equal([
      'person-1.4',
      'directory-1.users',
      'channels-1.names',
      'realm-1.settings',
    ]);
    fold(state, rest.slice(0, 2));
    expect([...(state.realms.get(realmId)?.directory.accounts.keys() ?? [])]).to.deep.equal([1, 2, 4]);
    expect(appendsOf(state, { ...wanted, owner: other })).to.deep.equal(rest.slice(2));
    expect(decide(state, wanted)).to.have.nested.property('refusal.code', 'subdomain-taken');
  });

  it('is also completed by a caller who names no owner', () => {
    const state = emptyServer();
    fold(state, appendsOf(emptyServer(), wanted).slice(0, 6));
    expect(decide(state, { ...wanted, owner: undefined })).to.have.property('ok', true);
  });

  it('is not completed while the organization is imported, nor if the server does not know it', () => {
    const state = emptyServer();
    fold(state, appendsOf(emptyServer(), wanted).slice(0, 6));
    state.importing.add(1 as RealmId);
    expect(decide(state, wanted)).to.have.nested.property('refusal.code', 'subdomain-taken');
  });

  it('renders the descriptions of the organization and its first stream', async () => {
    const seen: string[] = [];
    const render = async (content: string) => {
      seen.push(content);
      return text(content);
    };
    const tools = { render, ...plainTools };
    const general = 'Everyone is added to this stream by default.';
    expect(await createRealm.prepare?.(emptyServer(), wanted, tools)).to.deep.equal({
      description: '<p>We</p>',
      channelDescription: `<p>${general}</p>`,
    });
    const { description: _, ...without } = wanted;
    expect(await createRealm.prepare?.(emptyServer(), without, tools)).to.have.property('description', '');
    expect(seen).to.deep.equal(['We', general, general]);
  });

  it('records its description, and the members and history of its first stream', () => {
    const events = (input: Parameters<typeof createRealm.decide>[1]) =>
      appendsOf(emptyServer(), input).flatMap((append) => append.events);
    const dataOf = (input: Parameters<typeof createRealm.decide>[1], type: string) =>
      events(input).find((event) => event.type === type)?.data;
    const { description: _, owner: __, ...without } = wanted;
    expect(dataOf(wanted, 'RealmCreated')).to.include({ description: 'We', renderedDescription: '<p>We</p>' });
    expect(dataOf(without, 'RealmCreated')).to.include({ description: '' });
    expect(dataOf(wanted, 'PersonDescribed')).to.include({ timezone: '' });
    expect(dataOf(wanted, 'ChannelCreated')).to.deep.include({ historyPublic: true, subscribers: [3] });
    expect(dataOf(without, 'ChannelCreated')).to.deep.include({ subscribers: [] });
  });

  it('refuses a subdomain that is taken', () => {
    expect(decide(serverAfter(wanted), wanted)).to.have.nested.property('refusal.code', 'subdomain-taken');
  });

  it('refuses an owner who would not be accepted as a user', () => {
    const refusalOf = (owner: { email: string; fullName: string }) => decide(emptyServer(), { ...wanted, owner });
    expect(refusalOf({ email: 'x', fullName: 'Olive' })).to.have.nested.property('refusal.code', 'email-invalid');
    for (const [fullName, code] of badNames)
      expect(refusalOf({ email: 'o@x', fullName })).to.have.nested.property('refusal.code', code);
  });

  for (const [name, value] of [
    ['subdomain', 'Acme'],
    ['subdomain', '-a'],
    ['subdomain', ''],
    ['emailDomain', 'a b'],
    ['name', ' '],
  ] as const)
    it(`refuses the ${name} '${value}'`, () => {
      expect(createRealm.input.safeParse({ ...wanted, [name]: value }).success).to.equal(false);
      expect(createRealm.input.safeParse(wanted).success).to.equal(true);
    });
});
