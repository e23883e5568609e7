/**
 * Given events, when a command, then events or a refusal: tests of decisions without a server.
 * `given(event, …)` takes the events in the log of realm 1, in order, each with its log stream.
 */
import { expect } from 'chai';
import type { Actor, Append, Command, Context, Decision, RenderOptions } from '../../src/define/command.ts';
import { type Aggregate, foldAggregate } from '../../src/define/handlers.ts';
import { emojiNamed, isEmojiCode } from '../../src/rendering/emoji.ts';
import { emptyServer, evolve, type RealmState, type ServerState } from '../../src/state/realm-state.ts';
import type { DataOf, DomainEvent, EventType, Recorded } from '../../src/vocabulary/events/index.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import type { Metadata } from '../../src/vocabulary/events/metadata.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import type {
  ChannelId,
  EventId,
  FileId,
  InvitationId,
  MessageId,
  Millis,
  ProfileFieldId,
  QueueId,
  RealmId,
  ScheduledMessageId,
  UserId,
} from '../../src/vocabulary/ids.ts';
import { type LogStream, logStream, partsOf } from '../../src/vocabulary/log-streams.ts';
import type { Refusal, RefusalCode } from '../../src/vocabulary/refusals.ts';
import { refusalReached } from './describe-command.ts';
import { leafIn } from './leaf-in.ts';
import { text } from './text.ts';

export const realmId = 1 as RealmId;
export const testNow = 1_700_000_000_000;

/** An event in the log: its log stream, and optionally who caused it and when, and its id. */
export type Given = {
  readonly stream: LogStream;
  readonly event: DomainEvent;
  readonly metadata?: Partial<Metadata>;
  readonly id?: EventId | undefined;
};

/** One past event. The type of `data` follows from the name of the event type. */
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

/** What a command appends to one log stream, as `thenHappens` expects it. */
export const appends = <T extends EventType>(stream: LogStream, type: T, data: DataOf<T>): Append => ({
  stream,
  events: [{ type, data } as DomainEvent],
});

/** The same event at another moment. */
export const at = (event: Given, moment: Millis): Given => ({ ...event, metadata: { ...event.metadata, at: moment } });

/** The events as the log would return them. */
export const recorded = (past: readonly Given[]): Recorded[] => past.map(recorder());

/** Records one event after the other. */
export function recorder(): (one: Given) => Recorded {
  const revisions = new Map<string, number>();
  let position = 0;
  return ({ stream, event, metadata, id }) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    position += 1;
    const parts = partsOf(stream);
    if (!parts) throw new Error(`no log stream of ours: ${stream}`);
    return {
      ...event,
      id: id ?? (`00000000-0000-4000-8000-${String(position).padStart(12, '0')}` as EventId),
      metadata: {
        actor: null,
        at: testNow - 1_000_001 + position,
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
      position,
    } as Recorded;
  };
}

/** What `prepare` can use besides the renderer, for tests in which it does not matter. */
export const plainTools = { topicLinks: (): string[] => [], emojiNamed, isEmojiCode };

/** The registration of the organization, which precedes all of its events. */
export const registered = happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'test' });

export function serverAfter(past: readonly Given[]): ServerState {
  const server = emptyServer();
  for (const event of recorded([registered, ...past])) evolve(server, event);
  return server;
}

export function stateAfter(past: readonly Given[]): RealmState {
  const realm = serverAfter(past).realms.get(realmId);
  if (!realm) throw new Error('no realm');
  return realm;
}

/** Applies events of others to the state from which a command was decided. */
export function meanwhile(state: RealmState, ...events: readonly Given[]): void {
  const server = { ...emptyServer(), realms: new Map([[state.realmId, state]]) };
  for (const event of recorded(events)) evolve(server, event);
}

function ownOf<O>(aggregate: Aggregate<O>, past: readonly Recorded[], stream: LogStream | null): O {
  const of = (name: LogStream | null | undefined) => past.filter((event) => event.stream === name);
  const first = of(stream);
  return foldAggregate(aggregate, [...first, ...of(aggregate.leadsTo?.(foldAggregate(aggregate, first), realmId))]);
}

type When = {
  readonly actor?: number | null;
  readonly now?: Millis;
  readonly client?: string;
  /** Changes the state directly where too many events would be needed. */
  readonly besides?: (state: RealmState) => void;
  /** The result of the command's `prepare`. `whenPrepared` calls `prepare` instead. */
  readonly prepared?: unknown;
};

export function given(...past: (Given | readonly Given[])[]) {
  const flat = past.flat();
  return {
    when<I, R, P, O, C extends RefusalCode>(
      command: Command<RealmState, I, R, P, O, C>,
      input: I,
      { actor = 1, now = testNow, client = 'test', besides, prepared }: When = {},
    ) {
      const state = stateAfter(flat);
      besides?.(state);
      const stream = command.stream(input, realmId);
      const own = command.aggregate ? ownOf(command.aggregate, recorded(flat), stream) : undefined;
      const decision = command.decide(state, input, {
        realmId,
        actor: actor as UserId | null,
        now,
        client,
        generate: mintFor(state),
        fingerprint: (address) => `fp:${foldCase(address.trim())}`,
        signPassword: (userId, hash) => `${userId} has ${hash}`,
        leafOf: leafIn,
        prepared: prepared as P,
        own: own as O,
      } satisfies Context<P, O>);
      if (!decision.ok) refusalReached(command.name, decision.refusal.code);
      return { decision, state, ...expectations(decision, flat) };
    },

    /**
     * Calls `prepare` first, with a renderer that returns one paragraph. `rendered`: the rendered texts, in order. `writers`: who wrote
     * each. `htmlLimits`: the bound on the HTML of each in bytes, if there is one.
     */
    async whenPrepared<I, R, P, O, C extends RefusalCode>(
      command: Command<RealmState, I, R, P, O, C>,
      input: I,
      when: When = {},
    ) {
      const rendered: string[] = [];
      const writers: (number | null)[] = [];
      const htmlLimits: (number | undefined)[] = [];
      const { actor = 1 } = when;
      const render = async (
        content: string,
        { writer = actor as Actor, htmlBytesMax }: RenderOptions = {},
      ): Promise<RenderedText> => {
        rendered.push(content);
        writers.push(writer);
        htmlLimits.push(htmlBytesMax);
        return text(content);
      };
      const topicLinks = (topic: string) => [`link of ${topic}`];
      const prepared = await command.prepare?.(stateAfter(flat), input, {
        render,
        topicLinks,
        emojiNamed,
        isEmojiCode,
      });
      return { ...this.when(command, input, { ...when, prepared }), rendered, writers, htmlLimits };
    },
  };
}

/**
 * Decisions of one command given the same past: `const asks = askingFor(muteTopic, past)`. `asks(3, input, more)` is what user 3 is
 * answered after further events. `asks({ now }, input)` is under other circumstances.
 */
export const askingFor =
  <I, R, P, O, C extends RefusalCode>(
    command: Command<RealmState, I, R, P, O, C>,
    past: readonly Given[],
    usual: When = {},
  ) =>
  (who: number | null | When, input: I, ...more: (Given | readonly Given[])[]) =>
    given(past, ...more).when(command, input, {
      ...usual,
      ...(typeof who === 'number' || who === null ? { actor: who } : who),
    });

function expectations<R, C extends RefusalCode>(decision: Decision<R, C>, past: readonly Given[]) {
  const accepted = () => {
    if (!decision.ok) throw new Error(`refused: ${decision.refusal.code}`);
    return decision;
  };
  return {
    /** Asserts exactly these events, in this order, each on its log stream. `expects` of the appends is not checked. */
    thenHappens(...appends: Append[]): R {
      expect(accepted().appends.map(({ stream, events }) => ({ stream, events }))).to.deep.equal(appends);
      return accepted().result;
    },
    /** Asserts the result only. */
    thenAnswers(result: R): void {
      expect(accepted().result).to.deep.equal(result);
    },
    thenNothing(): void {
      expect(accepted().appends).to.deep.equal([]);
    },
    /** Asserts a refusal. `fields`: all fields of the refusal without its code; they are not checked if omitted. */
    thenRefused(code: C, fields?: Omit<Refusal<C>, 'code'>): void {
      expect(decision.ok ? 'accepted' : decision.refusal.code).to.equal(code);
      if (fields && !decision.ok) expect(decision.refusal).to.deep.equal({ code, ...fields });
    },
    /** Continues with the decided events in the log. */
    andThen: () =>
      given(
        past,
        ...accepted().appends.map(({ stream, events, ids }) =>
          events.map((event, index): Given => ({ stream, event, ...(ids && { id: ids[index] }) })),
        ),
      ),
  };
}

/** Makes the ids that come next in the given state. */
function mintFor(state: RealmState): Context['generate'] {
  const next = {
    message: Math.max(state.topics.lastMessageId, state.topics.claimedMessageId),
    user: state.directory.userIdMax,
    channel: state.channels.channelIdMax,
    field: state.realm.profileFieldIdMax,
    file: state.files.fileIdMax,
    scheduled: state.scheduled.idMax,
    invitation: state.invitations.idMax,
  };
  return {
    eventId: () => '00000000-0000-4000-8000-00000000eeee' as EventId,
    messageId: () => ++next.message as MessageId,
    userId: () => ++next.user as UserId,
    channelId: () => ++next.channel as ChannelId,
    realmId: () => 2 as RealmId,
    profileFieldId: () => ++next.field as ProfileFieldId,
    fileId: () => ++next.file as FileId,
    scheduledMessageId: () => ++next.scheduled as ScheduledMessageId,
    invitationId: () => ++next.invitation as InvitationId,
    queueId: () => '1700000000:42' as QueueId,
  };
}
