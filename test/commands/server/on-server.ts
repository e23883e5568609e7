/** Decisions about the server as a whole, on events of its secret. */
import { expect } from 'chai';
import type { Command, Decision } from '../../../src/define/command.ts';
import { emptyServer, evolve, type ServerState } from '../../../src/state/realm-state.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { refusalReached } from '../../support/describe-command.ts';
import { recorded } from '../../support/given.ts';

export function serverAfter(...events: readonly DomainEvent[]): ServerState {
  const server = emptyServer();
  for (const event of recorded(events.map((one) => ({ stream: logStream.secret(), event: one }))))
    evolve(server, event);
  return server;
}

export function decideOnServer<I, R>(command: Command<ServerState, I, R>, state: ServerState, input: I): Decision<R> {
  const never = (): never => expect.fail('no id is made');
  const ids = ['eventId', 'messageId', 'userId', 'channelId', 'realmId', 'profileFieldId', 'queueId'] as const;
  const decision = command.decide(state, input, {
    realmId: 0 as RealmId,
    actor: null,
    now: 1,
    client: 'test',
    generate: Object.fromEntries(ids.map((name) => [name, never])) as never,
    fingerprint: never,
    signPassword: never,
    leafOf: never,
    prepared: undefined,
    own: undefined,
  });
  if (!decision.ok) refusalReached(command.name, decision.refusal.code);
  return decision;
}
