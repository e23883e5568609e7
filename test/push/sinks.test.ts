/** The loop of a push sink, without a service around it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Batch } from '../../src/push/batch.ts';
import { Sinks, type SinksParts } from '../../src/push/sinks.ts';
import { emptyServer, evolve, type ServerState } from '../../src/state/realm-state.ts';
import type { SinkProgress } from '../../src/vocabulary/events/sinks.ts';
import type { EventId, SinkId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Post, Posted } from '../../src/webhooks/post-json.ts';
import { type Given, happened, realmId, recorded, registered } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { joins } from '../support/past-events.ts';
import { sinkAdded, sinkAdvanced, sinkChanged, sinkRemoved, sinkRewound } from '../support/sink-writes.ts';

const taken: Posted = { kind: 'answered', status: 200, body: undefined };
const sinkId = 1 as SinkId;
const joined = joins(1, 10);

/** Sinks over a log in memory. Everything after a place is one batch, unless `batchMax` is lower. */
class World {
  readonly state: ServerState = emptyServer();
  readonly #past: Given[] = [registered, ...organization()];
  readonly posts: Post[] = [];
  readonly errors: string[] = [];
  readonly sinks: Sinks;
  leads = true;
  now = 1_000;
  nextCalls = 0;
  readonly since: (number | undefined)[] = [];
  made = 0;
  batchMax = Number.POSITIVE_INFINITY;
  answer: (post: Post, signal: AbortSignal) => Promise<Posted> = async () => taken;

  constructor(more: Partial<SinksParts> = {}) {
    for (const event of recorded(this.#past)) evolve(this.state, event);
    this.sinks = new Sinks({
      state: this.state,
      leads: () => this.leads,
      position: () => this.state.newest.position,
      sealed: async () => undefined,
      recent: { see: () => undefined },
      next: async ({ sink }, position, since) => {
        this.nextCalls += 1;
        this.since.push(since);
        const batch = this.#batch(sink.progress.upTo.position, position);
        return { batch, upTo: batch?.claim.upTo.position ?? position };
      },
      claimed: async (_of, claim) => ({ claim, body: Buffer.from(claim.events.join()) }),
      placeOf: async (_realmId, eventId) => {
        const found = recorded(this.#past).find(({ id }) => id === eventId);
        return found && { position: found.position, at: found.metadata.at, eventId };
      },
      record: async (_realmId, id, progress) => this.note(id, progress),
      disable: async (_realmId, id) => this.happen(sinkChanged(id, { enabled: false, cause: 'gone' })),
      secrets: () => ['whsec_AAAA'],
      toPrivateAddresses: true,
      now: () => this.now,
      logger: {
        warn: () => undefined,
        error: (_about: object, message: string) => this.errors.push(message),
      } as never,
      send: (post, signal) => {
        this.posts.push(post);
        return this.answer(post, signal);
      },
      ...more,
    });
  }

  happen(...events: Given[]): void {
    for (const event of events) {
      this.#past.push(event);
      const last = recorded(this.#past).at(-1);
      if (!last) continue;
      this.sinks.see({ event: last, realm: evolve(this.state, last), clientEvents: [] });
    }
  }

  note(id: SinkId, progress: SinkProgress): boolean {
    if (this.progress(id)?.turn !== progress.turn - 1) return false;
    const stream = logStream.sink(realmId, id);
    this.happen(happened(stream, 'SinkAdvanced', { sinkId: id, ...progress }, { actor: null }));
    return true;
  }

  progress(id = sinkId): SinkProgress | undefined {
    return this.state.realms.get(realmId)?.sinks.byId.get(id)?.progress;
  }

  #batch(after: number, upTo: number): Batch | undefined {
    const found = recorded(this.#past)
      .filter(({ position, kind }) => position > after && position <= upTo && kind !== 'sink')
      .slice(0, this.batchMax);
    const last = found.at(-1);
    if (!last) return undefined;
    this.made += 1;
    const events = found.map(({ id }) => id);
    const upToLast = { position: last.position, at: last.metadata.at, eventId: last.id };
    return { claim: { events, upTo: upToLast }, body: Buffer.from(events.join()) };
  }

  /** Resolves when `isSo`. */
  async until(isSo: () => boolean): Promise<void> {
    for (let turns = 0; !isSo(); turns += 1) {
      if (turns > 20_000) throw new Error('it does not come to be so');
      await nextTurn();
    }
  }

  /** Resolves when the loops had many turns. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 50; turns += 1) await nextTurn();
  }
}

describe('the loop of a push sink', () => {
  let world: World;
  const begin = (more: Partial<SinksParts> = {}): World => {
    world = new World(more);
    world.sinks.start();
    return world;
  };
  afterEach(() => world.sinks.stop());

  it('claims, sends, and records what was accepted', async () => {
    begin().happen(sinkAdded(1), joined);
    await world.until(() => world.progress()?.sequence === 1);
    expect(world.progress()).to.deep.include({ turn: 2, claimed: null, failures: 0 });
    world.happen(joined, joined);
    await world.until(() => (world.progress()?.sequence ?? 0) === 3);
    expect(world.posts.at(-1)?.headers['webhook-id']).to.match(/-[23]$/);
  });

  it('knows up to where no events are left, until the sink requests other actions or is rewound', async () => {
    begin().happen(sinkAdded(1), joined);
    await world.until(() => world.progress()?.sequence === 1);
    await world.settle();
    const known = async (...events: Given[]): Promise<readonly (number | undefined)[]> => {
      const [before, turns] = [world.state.newest.position, world.since.length];
      world.happen(...events);
      await world.settle();
      return world.since.slice(turns).map((since) => since && since - before);
    };
    // All but the note that it was taken.
    expect((await known(joined))[0]).to.be.within(-2, 0);
    expect((await known(sinkChanged(1, { actions: ['user.'] }), joined))[0]).to.equal(undefined);
    expect((await known(joined))[0]).to.be.within(-2, 0);
    expect((await known(sinkRewound(1)))[0]).to.equal(undefined);
  });

  it('sends all that is sealed before it waits for the next seal', async () => {
    const seals: (() => void)[] = [];
    world = new World({
      sealed: (_realmId, _position, signal) =>
        new Promise((resolve, reject) => {
          seals.push(resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    world.batchMax = 1;
    world.happen(sinkAdded(1), joined, joined, joined);
    world.sinks.start();
    // Too late for the first seal.
    world.happen(joined);
    seals[0]?.();
    await world.until(() => seals.length === 2);
    expect(world.progress()?.sequence).to.equal(3);
    seals[1]?.();
    await world.until(() => world.progress()?.sequence === 4);
  });

  it('sends only while the process leads, and begins when it does', async () => {
    world = new World();
    world.leads = false;
    world.sinks.lead();
    world.sinks.start();
    world.happen(sinkAdded(1), joined);
    await world.settle();
    expect(world.posts).to.deep.equal([]);
    world.leads = true;
    world.sinks.lead();
    await world.until(() => world.progress()?.sequence === 1);
    world.leads = false;
    world.happen(joined);
    await world.settle();
    expect(world.posts).to.have.length(1);
  });

  it('neither reads nor sends while the receiver rests, whatever happens in the meantime', async () => {
    begin().answer = async () => ({ kind: 'answered', status: 503, body: undefined });
    world.happen(sinkAdded(1), joined);
    await world.until(() => world.progress()?.failures === 1);
    const calls = world.nextCalls;
    for (let times = 0; times < 100; times += 1) world.happen(joined);
    await world.settle();
    expect([world.posts.length, world.nextCalls]).to.deep.equal([1, calls]);
    world.answer = async () => taken;
    world.now += 1_000;
    world.happen(joined);
    await world.until(() => world.progress()?.sequence === 102);
    expect(world.posts[1]?.headers['webhook-id']).to.equal(world.posts[0]?.headers['webhook-id']);
    expect(world.posts[1]?.body).to.deep.equal(world.posts[0]?.body);
  });

  it('does not rest because of a clock that was ahead', async () => {
    world = new World();
    world.happen(sinkAdded(1), joined, sinkAdvanced(1, { restsUntil: 10 ** 9, sequence: 0, turn: 1 }));
    world.sinks.start();
    await world.until(() => world.posts.length === 1);
  });

  it('records an error, shortened (sinkErrorLengthMax)', async () => {
    begin().answer = async () => ({ kind: 'unreachable', why: 'x'.repeat(limits.sinkErrorLengthMax + 1) });
    world.happen(sinkAdded(1), joined);
    await world.until(() => world.progress()?.failures === 1);
    expect(world.progress()?.lastError).to.equal('x'.repeat(limits.sinkErrorLengthMax));
  });

  it('sends what was claimed before anything else, and then continues at the rewound position', async () => {
    world = new World();
    world.happen(sinkAdded(1), joined, joined);
    const claim = { events: ['e' as EventId], upTo: { position: world.state.newest.position, at: 0, eventId: 'e' } };
    world.happen(sinkAdvanced(1, { claimed: claim, sequence: 4, turn: 1 }), sinkRewound(1));
    world.sinks.start();
    await world.until(() => world.posts.length === 2);
    expect(String(world.posts[0]?.body)).to.equal('e');
    expect(world.posts.map(({ headers }) => headers['webhook-id']?.split('-').at(-1))).to.deep.equal(['5', '6']);
    // Everything.
    expect(String(world.posts[1]?.body).split(',').length).to.be.greaterThan(10);
  });

  it('sends nothing that another process has claimed first', async () => {
    let isFaster = true;
    begin({
      record: async (_realmId, id, progress) => {
        if (isFaster) return false;
        return world.note(id, progress);
      },
    }).happen(sinkAdded(1), joined);
    await world.settle();
    expect(world.posts).to.deep.equal([]);
    isFaster = false;
  });

  it('pauses longer after each failure of the service, up to a limit, and briefly again after a success', async () => {
    const pauses: number[] = [];
    let failures = 7;
    begin({
      record: async (_realmId, id, progress) => {
        if (progress.claimed === null && failures > 0) throw new Error(`the disk is full (${failures--})`);
        return world.note(id, progress);
      },
      after: async (ms) => pauses.push(ms),
    });
    world.happen(sinkAdded(1), joined);
    await world.until(() => world.progress()?.sequence === 1);
    expect(pauses).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000]);
    failures = 1;
    world.happen(joined);
    await world.until(() => world.progress()?.sequence === 2);
    expect(pauses.at(-1)).to.equal(1_000);
  });

  it('ends when the sink is removed or disabled', async () => {
    begin().happen(sinkAdded(1), sinkAdded(2), sinkRemoved(1), sinkChanged(2, { enabled: false }));
    await world.settle();
    const count = world.posts.length;
    world.happen(joined);
    await world.settle();
    expect(world.posts).to.have.length(count);
    world.happen(sinkChanged(2, { enabled: true }));
    await world.until(() => world.posts.length > count);
  });

  it('sends a bounded number of requests at once, and holds no batch while it waits (sinksSentAtOnceMax)', async () => {
    const count = limits.sinksSentAtOnceMax + 2;
    expect(count).to.be.greaterThan(limits.sinksMax);
    const waiting: (() => void)[] = [];
    begin().answer = (_post, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(() => resolve(taken));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    world.happen(...Array.from({ length: count }, (_, at) => sinkAdded(at + 1)), joined);
    await world.settle();
    expect([world.posts.length, world.made]).to.deep.equal([limits.sinksSentAtOnceMax, limits.sinksSentAtOnceMax]);
    for (const go of waiting.splice(0)) go();
    await world.until(() => world.posts.length >= count);
    world.answer = async () => taken;
    for (const go of waiting.splice(0)) go();
  });
});
