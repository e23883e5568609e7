/**
 * Given events, when a command, then events or a refusal: decisions tested without a server.
 * `given(event, …)` takes what stands in the log of realm 1, in order; each is put on the log stream named beside it.
 */
import { expect } from 'chai';
import type { Append, Command, Context } from '../../src/define/command.ts';
import { foldAggregate } from '../../src/define/handlers.ts';
import { emptyServer, evolve, type RealmState } from '../../src/state/realm-state.ts';
import type { DataOf, DomainEvent, EventType, Recorded } from '../../src/vocabulary/events/index.ts';
import type { Metadata } from '../../src/vocabulary/events/metadata.ts';
import type {
  ChannelId,
  EventId,
  MessageId,
  Millis,
  ProfileFieldId,
  QueueId,
  RealmId,
  UserId,
} from '../../src/vocabulary/ids.ts';
import { type LogStream, logStream, partsOf } from '../../src/vocabulary/log-streams.ts';
import type { RefusalCode } from '../../src/vocabulary/refusals.ts';

export const realmId = 1 as RealmId;
export const testNow = 1_700_000_000_000;

/** An event that happened, where it stands, by whom and when. */
export type Given = { readonly stream: LogStream; readonly event: DomainEvent; readonly metadata?: Partial<Metadata> };

/** `happened(stream, type, data)`: one event of the past, typed by its name. */
export const happened = <T extends EventType>(
  stream: LogStream,
  type: T,
  data: DataOf<T>,
  metadata: Partial<Metadata> = {},
): Given => ({
  stream,
  event: { type, data } as DomainEvent,
  metadata,
});

/** What has happened, as it would stand in the log. */
export function recorded(past: readonly Given[]): Recorded[] {
  const revisions = new Map<string, number>();
  return past.map(({ stream, event, metadata }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const parts = partsOf(stream);
    if (!parts) throw new Error(`no log stream of ours: ${stream}`);
    return {
      ...event,
      id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}` as EventId,
      metadata: {
        actor: null,
        at: testNow - 1_000_000 + index,
        client: 'test',
        requestId: 'r',
        schema: 1,
        salt: 's',
        ...metadata,
      },
      stream,
      kind: parts.kind,
      realmId: parts.realmId as RealmId,
      revision,
      position: index + 1,
    } as Recorded;
  });
}

export function stateAfter(past: readonly Given[]): RealmState {
  const server = emptyServer();
  const registered = happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'test' });
  for (const event of recorded([registered, ...past])) evolve(server, event);
  const realm = server.realms.get(realmId);
  if (!realm) throw new Error('no realm');
  return realm;
}

type When = {
  readonly actor?: number | null;
  readonly now?: Millis;
  readonly client?: string;
  readonly prepared?: unknown;
};

export function given(...past: (Given | readonly Given[])[]) {
  const flat = past.flat();
  return {
    when<I, R, P, O>(command: Command<RealmState, I, R, P, O>, input: I, when: When = {}) {
      const state = stateAfter(flat);
      const stream = command.stream(input, realmId);
      const own = command.aggregate
        ? foldAggregate(
            command.aggregate,
            recorded(flat).filter((event) => event.stream === stream),
          )
        : undefined;
      const decision = command.decide(state, input, {
        realmId,
        actor: (when.actor === undefined ? 1 : when.actor) as UserId | null,
        now: when.now ?? testNow,
        client: when.client ?? 'test',
        mint: mintFor(state),
        fingerprint: (address) => `fp:${address.trim().toLowerCase()}`,
        commitmentOf: (event) => ({ commitment: `commitment of ${event.id}` }),
        prepared: when.prepared as P,
        own: own as O,
      } satisfies Context<P, O>);
      return {
        decision,
        /** Exactly these events, in this order, each on its log stream. */
        thenHappens(...appends: Append[]): R {
          expect(decision).to.have.property('ok', true);
          if (!decision.ok) throw new Error('unreachable');
          expect(decision.appends).to.deep.equal(appends);
          return decision.result;
        },
        /** Only what is answered is looked at. */
        thenAnswers(result: R): void {
          expect(decision).to.have.property('ok', true);
          if (decision.ok) expect(decision.result).to.deep.equal(result);
        },
        thenNothing(): void {
          expect(decision).to.have.property('ok', true);
          if (decision.ok) expect(decision.appends).to.deep.equal([]);
        },
        thenRefused(code: RefusalCode): void {
          expect(decision.ok ? 'accepted' : decision.refusal.code).to.equal(code);
        },
      };
    },
  };
}

/** Mints the ids that come next in the given state. */
function mintFor(state: RealmState): Context['mint'] {
  const next = {
    message: state.topics.lastMessageId,
    user: state.directory.userIdMax,
    channel: state.channels.channelIdMax,
    field: state.realm.profileFieldIdMax,
  };
  return {
    messageId: () => ++next.message as MessageId,
    userId: () => ++next.user as UserId,
    channelId: () => ++next.channel as ChannelId,
    realmId: () => 2 as RealmId,
    profileFieldId: () => ++next.field as ProfileFieldId,
    queueId: () => '1700000000:42' as QueueId,
  };
}
