import { expect } from 'chai';
import { auditEvents } from '../../../src/vocabulary/events/audit.ts';
import { botStorageEvents } from '../../../src/vocabulary/events/bot-storage.ts';
import { channelEvents } from '../../../src/vocabulary/events/channel.ts';
import { channelsEvents } from '../../../src/vocabulary/events/channels.ts';
import { directoryEvents } from '../../../src/vocabulary/events/directory.ts';
import { ephemeralEvents } from '../../../src/vocabulary/events/ephemeral.ts';
import { erasureEvents } from '../../../src/vocabulary/events/erasures.ts';
import { fileEvents } from '../../../src/vocabulary/events/file.ts';
import { holdEvents } from '../../../src/vocabulary/events/holds.ts';
import { type EventType, eventSchemas, eventTypeNamed } from '../../../src/vocabulary/events/index.ts';
import { ledgerEvents } from '../../../src/vocabulary/events/ledger.ts';
import { messageEvents } from '../../../src/vocabulary/events/message.ts';
import { passwordEvents } from '../../../src/vocabulary/events/password.ts';
import { personEvents } from '../../../src/vocabulary/events/person.ts';
import { policyActionEvents, policyEvents } from '../../../src/vocabulary/events/policy.ts';
import { queueEvents } from '../../../src/vocabulary/events/queue.ts';
import { reactionEvents } from '../../../src/vocabulary/events/reactions.ts';
import { realmEvents, serverEvents } from '../../../src/vocabulary/events/realm.ts';
import { requestEvents } from '../../../src/vocabulary/events/request.ts';
import { scheduledEvents } from '../../../src/vocabulary/events/scheduled.ts';
import { sinkEvents, sinkProgressEvents } from '../../../src/vocabulary/events/sinks.ts';
import { schemaVersionOf } from '../../../src/vocabulary/events/upcasters.ts';
import { userEvents } from '../../../src/vocabulary/events/user.ts';
import { userGroupEvents } from '../../../src/vocabulary/events/user-groups.ts';
import { wordsEvents } from '../../../src/vocabulary/events/words.ts';
import type { StreamKind } from '../../../src/vocabulary/log-streams.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { isRecorded } from '../../../src/vocabulary/recorded-kinds.ts';
import { keysOf } from '../../../src/vocabulary/trail/keys.ts';
import { actionOf, actions, actionsNamed, rowOf } from '../../../src/vocabulary/trail/table.ts';
import { fixtures } from '../../support/event-fixtures.ts';
import { happened, realmId, recorded } from '../../support/given.ts';
import { inTopic, sends } from '../../support/past-events.ts';
import { newBot } from '../../support/writes.ts';

/** The kind of log stream of each event, as far as this test knows. */
const kinds: Partial<Record<StreamKind, object>> = {
  server: serverEvents,
  realm: { ...realmEvents, ...userGroupEvents },
  directory: directoryEvents,
  person: personEvents,
  channels: channelsEvents,
  channel: channelEvents,
  user: { ...userEvents, ...botStorageEvents },
  words: wordsEvents,
  message: messageEvents,
  emoji: reactionEvents,
  ephemeral: ephemeralEvents,
  file: fileEvents,
  queue: queueEvents,
  reaction: policyActionEvents,
  request: requestEvents,
  policy: policyEvents,
  password: passwordEvents,
  audit: { ...auditEvents, ...holdEvents, ...erasureEvents, ...sinkEvents },
  sink: sinkProgressEvents,
  ledger: ledgerEvents,
  scheduled: scheduledEvents,
};

describe('the table of the trail', () => {
  it('has a row for exactly the recorded events', () => {
    for (const [kind, events] of Object.entries(kinds))
      for (const type of Object.keys(events) as EventType[])
        expect(rowOf(type) !== undefined, `${kind} ${type}`).to.equal(isRecorded(kind as StreamKind, type));
  });

  it('names each action once', () => {
    expect(new Set(actions.map(({ action }) => action)).size).to.equal(actions.length);
    expect(actions.length).to.be.below(Object.keys(eventSchemas).length);
    expect(actionOf('MessageSent')).to.include({ action: 'message.sent', objectType: 'message' });
    expect(actionsNamed('message.sent').map(({ event }) => event)).to.deep.equal(['MessageSent']);
    expect(actionsNamed('auditor.').map(({ event }) => event)).to.deep.equal(['AuditorAppointed', 'AuditorDismissed']);
    expect(actionsNamed('message')).to.deep.equal([]);
  });

  it('gives an event all keys by which it is found', () => {
    const [sent] = recorded([sends(7, 3, inTopic(2, 'Lunch'))]);
    expect(sent && keysOf(sent)).to.include.members(['tMessageSent', 'omessage:7', 's2', 'plunch', 'ctest', 'rr']);
    const [muted] = recorded([
      happened(logStream.password(realmId, 1 as never), 'PasswordSet', { userId: 1 as never, hash: 'x' }),
    ]);
    expect(muted && keysOf(muted)).to.equal(undefined);
  });

  it('names the fields of every event as in the API', () => {
    // A bot or a request chose their keys.
    const freely = ['stored', 'parameters'];
    const namesIn = (value: unknown): string[] => {
      if (Array.isArray(value)) return value.flatMap(namesIn);
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([name, inner]) => [name, ...(freely.includes(name) ? [] : namesIn(inner))]);
    };
    const others: string[] = [];
    for (const { file, name, version, payloads } of fixtures()) {
      const type = eventTypeNamed(name);
      const row = type && schemaVersionOf(type) === version ? rowOf(type) : undefined;
      for (const data of row ? payloads : [])
        for (const fields of [row?.before?.(data as never), row?.after?.(data as never)])
          others.push(...namesIn(fields).flatMap((field) => (/^[a-z0-9_]+$/.test(field) ? [] : [`${file}: ${field}`])));
    }
    expect(others).to.deep.equal([]);
  });

  it('shows no secret of an address', () => {
    const service = { payloadUrl: 'https://user:secret@hook.example/path?token=secret#secret', interface: 1 };
    const created = recorded(newBot(5, 1, { type: 3, service })).at(-1);
    expect(created && rowOf('UserCreated')?.after?.(created.data as never)).to.include({
      payload_url: 'https://hook.example/…',
    });
    expect(rowOf('ApiKeyRotated')?.after?.({} as never)).to.deep.equal({ api_key: null });
  });
});
