/** When copies are made, for which organizations, and what ends their preparation: with replicas that the test controls. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { PastCopies } from '../../../src/past/copies/copies.ts';
import { Preparing } from '../../../src/past/copies/preparing.ts';
import { ReplicaHandle } from '../../../src/past/handle.ts';
import type { Reply, Request } from '../../../src/past/protocol.ts';
import type { ServerState } from '../../../src/state/realm-state.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

const realmId = 1 as RealmId;
const eventsMin = 10;

/** An organization of some events. */
type Organization = { events: number; auditors: number };

describe('preparing copies of the past', () => {
  /** `holds`: keeping a copy waits until the replica is ended. */
  const made = async (organization: Organization, { bytesMax = 10 ** 9, holds = false, erasedPauseMs = 1 } = {}) => {
    const folder = join(temporaryFolder(), 'past-copies');
    const log = { tail: async () => 10 ** 6, readAll: async function* () {} };
    const logger = pino({ level: 'silent' });
    const copies = new PastCopies({ folder, log, logger, bytesMax, freeBytes: () => limits.keptFreeByCopiesBytes * 2 });
    await copies.compare(0);
    let opened = 0;
    const { promise: keeping, resolve: kept } = withResolvers();
    const open = (_realmId: RealmId, copy: { readonly folded: number } | undefined): ReplicaHandle => {
      opened += 1;
      let folded = copy?.folded ?? 0;
      let reply: (reply: Reply) => void = () => undefined;
      const { promise: ended, resolve: end } = withResolvers();
      const answerTo = (asked: Request['asked']): unknown => {
        if (asked.kind !== 'call') return undefined;
        switch (asked.method) {
          case 'learn':
            return { events: organization.events };
          case 'advance':
            folded = Math.min(organization.events, folded + asked.argument.events);
            return { folded };
          case 'keep':
            writeFileSync(join(asked.argument, 'read-store-1.mdb'), 'x'.repeat(folded));
            return { position: folded, folded, knownTo: folded, idMax: folded };
        }
      };
      const send = ({ number, asked }: Request): void => {
        if (asked.kind === 'close') end();
        const value = answerTo(asked);
        const keeps = asked.kind === 'call' && asked.method === 'keep';
        if (keeps) kept();
        if (!keeps || !holds) queueMicrotask(() => reply({ number, value }));
      };
      const onReply = (listener: (reply: Reply) => void): void => {
        reply = listener;
      };
      return new ReplicaHandle({ send, onReply, ended, end }, {} as never);
    };
    let prepared: () => void = () => undefined;
    const state = () =>
      ({
        realms: new Map([
          [
            realmId,
            {
              topics: { lastMessageId: organization.events },
              audit: { auditors: new Map(Array.from({ length: organization.auditors }, (_, at) => [at, {}])) },
            },
          ],
        ]),
      }) as unknown as ServerState;
    const pace = { eventsMin, pauseMs: 1, erasedPauseMs, onPrepared: () => prepared() };
    const preparing = new Preparing({
      copies,
      open,
      state,
      logger,
      bytesMax,
      pace,
      tail: async () => organization.events,
      onMade: () => undefined,
    });
    const next = (): Promise<void> =>
      new Promise((resolve) => {
        prepared = resolve;
      });
    const see = (type: string): void =>
      preparing.see({ event: { type, realmId, position: 1 }, realm: {}, clientEvents: [] } as never);
    const folded = (): number[] => copies.of(realmId).map((copy) => copy.folded);
    return { preparing, copies, folder, next, see, folded, keeping, opened: () => opened };
  };

  it('begins after a start, makes copies at equal distances, and continues from the newest copy after enough events', async () => {
    const organization = { events: 45, auditors: 1 };
    const { preparing, next, see, folded, opened } = await made(organization);
    let over = next();
    preparing.start();
    expect(preparing.isRunning).to.equal(true);
    await over;
    expect(folded()).to.deep.equal([10, 20, 30, 40]);
    organization.events = 55;
    over = next();
    for (let event = 0; event < eventsMin - 1; event += 1) see('MessageSent');
    expect(preparing.isRunning).to.equal(false);
    see('MessageSent');
    await over;
    expect(folded()).to.deep.equal([10, 20, 30, 40, 50]);
    expect(opened()).to.equal(2);
    await preparing.stop();
  });

  it('happens only for organizations with an auditor and some messages, and only if there is space for copies', async () => {
    for (const [organization, more] of [
      [{ events: 45, auditors: 0 }, {}],
      [{ events: eventsMin / 2 - 1, auditors: 1 }, {}],
      [{ events: 45, auditors: 1 }, { bytesMax: 0 }],
    ] as const) {
      const { preparing, opened } = await made(organization, more);
      preparing.start();
      expect(preparing.isRunning).to.equal(false);
      await preparing.stop();
      expect(opened()).to.equal(0);
    }
  });

  it('begins when somebody becomes an auditor', async () => {
    const organization = { events: 25, auditors: 0 };
    const { preparing, next, see, folded } = await made(organization);
    preparing.start();
    organization.auditors = 1;
    const over = next();
    see('AuditorAppointed');
    await over;
    expect(folded()).to.deep.equal([10, 20]);
    await preparing.stop();
  });

  it('stops at once when it is interrupted, and leaves nothing', async () => {
    const { preparing, copies, folder, folded, keeping } = await made(
      { events: 45, auditors: 1 },
      { holds: true, erasedPauseMs: 2 ** 30 },
    );
    preparing.start();
    await keeping;
    await preparing.interrupt();
    await copies.scrubbed();
    expect(folded()).to.deep.equal([]);
    expect(existsSync(folder) && readdirSync(folder)).to.deep.equal([]);
    await preparing.stop();
  });

  it('starts again later after an interruption', async () => {
    const { preparing, next, keeping, opened } = await made({ events: 45, auditors: 1 }, { holds: true });
    preparing.start();
    await keeping;
    await preparing.interrupt();
    const again = next();
    while (opened() < 2) await new Promise(setImmediate);
    await preparing.stop();
    await again;
  });
});
