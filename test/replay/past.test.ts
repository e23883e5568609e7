/** A past with its own dependencies: what it folds, where it ends, and that it cannot change anything else. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projections } from '../../projections/index.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { digestsIn } from '../../src/replay/digests.ts';
import { exportedHistory } from '../../src/replay/exported-history.ts';
import { scoped } from '../../src/replay/history.ts';
import { openedReplay } from '../../src/replay/opened-replay.ts';
import { openReplay, type ReplayOptions, type ReplayStep, replay } from '../../src/replay.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { mixedLog } from '../audit/log-fixture.ts';
import { engineIn } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { exportedFile } from './exported-past.ts';

const stepsOf = async (options: ReplayOptions): Promise<ReplayStep[]> => {
  const steps: ReplayStep[] = [];
  for await (const step of replay(options)) steps.push(step);
  return steps;
};

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('the past', () => {
  let path: string;
  before(async () => {
    path = await exportedFile();
  });

  const digestsAt = async (options: Omit<ReplayOptions, 'export'>, goes: 'in one stride' | 'step by step') => {
    const opened = await openReplay({ export: path, ...options });
    try {
      if (goes === 'in one stride') await opened.advance();
      else while (await opened.step());
      return { position: opened.position, digests: await opened.digests() };
    } finally {
      await opened.close();
    }
  };

  it('shows what each event did: documents before and after, and client events', async () => {
    const steps = await stepsOf({ export: path, realm: 'test' });
    const edit = steps.find(({ event }) => event.type === 'MessageEdited');
    const change = edit?.changes.find(({ model, id }) => model === 'messages' && id === '1.1');
    expect(change?.before).to.have.nested.property('content').that.includes('one');
    expect(change?.after).to.have.property('content', 'one, better');
    expect(edit?.clientEvents.map(({ type }) => type)).to.deep.equal(['update_message']);
    // Erased messages are not in an export; only that they were deleted.
    expect(steps.filter(({ event }) => event.stream === 'message-1.2').map(({ event }) => event.type)).to.deep.equal([
      'MessageDeleted',
    ]);
  });

  it('gives the same read models in one step, and event by event', async () => {
    for (const until of ['position:7', 'position:12', undefined]) {
      const inOne = await digestsAt({ until }, 'in one stride');
      expect(await digestsAt({ until }, 'step by step')).to.deep.equal(inOne);
    }
  });

  it('names an event that cannot be folded', async () => {
    const log = await mixedLog(temporaryFolder());
    const metadata = { at: 1, schema: 1, actor: null, client: 'test', requestId: 'r', salt: 's' };
    const changed = { id: crypto.randomUUID(), type: 'MessageSent', data: null, metadata };
    await log.append('message-1.777', [changed], 'none');
    const opened = await openedReplay(log, {}, replayTools);
    const thrown = await opened.advance().catch((error: unknown) => error);
    expect(String(thrown)).to.match(/^EventLogDamaged: the event at position \d+ \(MessageSent .* cannot be folded\. /);
    await opened.close();
    await log.close();
  });

  it('gives the same read models as the service that runs on the log, whichever it is folded from', async () => {
    const folder = temporaryFolder();
    const log = await mixedLog(folder);
    const opened = await openedReplay(log, {}, replayTools);
    const fromFile = await openReplay({ export: path });
    const running = await engineIn(folder, { log });
    try {
      await opened.advance();
      await fromFile.advance();
      // The trail holds positions in the log, which are others in a file, and leaves of what was erased, which these events lack. The latest
      // changes name events, and the log that the file was made from has other ids.
      const withoutTrail = (all: Awaited<ReturnType<typeof opened.digests>>) => {
        const { trail: _, latestChanges: __, ...others } = all;
        return others;
      };
      const ofLog = withoutTrail(await opened.digests());
      expect(withoutTrail(await fromFile.digests())).to.deep.equal(ofLog);
      await running.engine.projector.reached(running.engine.follower.position);
      const live = await running.store.snapshot((view) => digestsIn(view, projections));
      expect(withoutTrail(live)).to.deep.equal(ofLog);
    } finally {
      await running.close();
      await opened.close();
      await fromFile.close();
      await log.close();
    }
  });

  it('ends at the moment: a position, an event, or a time, after the last event that is not later', async () => {
    const steps = await stepsOf({ export: path });
    const third = steps[2]?.event;
    const times = await stepsOf({ export: path, until: new Date(third?.metadata.at ?? 0).toISOString() });
    expect(times.at(-1)?.event.metadata.at).to.equal(third?.metadata.at);
    for (const until of ['position:3', third?.id])
      expect((await stepsOf({ export: path, until })).at(-1)?.event.id).to.equal(third?.id);
    const after = await stepsOf({ export: path, from: 'position:3', until: 'position:5' });
    expect(after.map(({ event }) => event.position)).to.deep.equal([4, 5]);
  });

  it('continues forward', async () => {
    const opened = await openReplay({ export: path });
    try {
      await opened.advance(4);
      expect(opened.position).to.equal(4);
      await opened.advance(9);
      expect((await opened.step())?.event.position).to.equal(10);
      await opened.advance();
      expect(await opened.digests()).to.deep.equal((await digestsAt({}, 'in one stride')).digests);
    } finally {
      await opened.close();
    }
  });

  it('folds only one organization', async () => {
    const steps = await stepsOf({ export: path, realm: 'other' });
    expect(new Set(steps.map(({ event }) => event.stream.replace(/^[a-z]+-(\d+).*/, '$1')))).to.deep.equal(
      new Set(['0', '2']),
    );
  });

  it('refuses what cannot be replayed, with the reason', async () => {
    const asked = (options: Omit<ReplayOptions, 'export'>) => refusal(openReplay({ export: path, ...options }));
    expect(await asked({ until: '4' })).to.match(/^until: must be a time in ISO 8601/);
    expect(await asked({ until: '2026-02-30' })).to.match(/^until: must be a time in ISO 8601/);
    expect(await asked({ until: 'position:9000' })).to.match(
      /^until: the moment is after the end: the newest event is at 20/,
    );
    expect(await asked({ until: '9999-01-01' })).to.match(/^until: the moment is after the end/);
    expect(await asked({ until: '2001-01-01' })).to.equal('until: the moment is before the first event');
    const unknown = '00000000-0000-4000-8000-00000000ffff';
    expect(await asked({ until: unknown })).to.equal(`until: there is no event ${unknown}`);
    expect(await asked({ realm: 'nobody' })).to.equal('realm: there is no organization nobody: there is test, other');
    expect(await asked({ from: 'position:5', until: 'position:3' })).to.equal(
      'from: must not be later than the moment at which it ends',
    );
    const others = (await stepsOf({ export: path, realm: 'other' })).at(-1)?.event.id;
    expect(await asked({ realm: 'test', until: others })).to.equal(`until: there is no event ${others}`);
  });

  it('refuses an export that was cut short or changed, with the line', async () => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const damaged = join(temporaryFolder(), 'damaged.ndjson');
    const refusedAfter = async (text: string): Promise<string> => {
      writeFileSync(damaged, text);
      return refusal(openReplay({ export: damaged }));
    };
    expect(await refusedAfter(`${lines.slice(0, 5).join('\n')}\n`)).to.match(/^line 6: is missing/);
    expect(await refusedAfter(lines.slice(0, 5).join('\n').slice(0, -3))).to.match(/^line 5: is cut off/);
    expect(await refusedAfter(lines.join('\n').replace('one, better', 'one, worse'))).to.match(
      /its check does not fit/,
    );
  });

  it('only reads the log: whatever it folds, nothing is appended, truncated or subscribed', async () => {
    const log = await mixedLog();
    const asked = new Set<string>();
    const watched = new Proxy(log, {
      get(target, name: keyof EventLog) {
        asked.add(name);
        const found = target[name];
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
    const opened = await openedReplay(watched, {}, replayTools);
    try {
      while (await opened.step());
      expect([...asked]).to.deep.equal(['readAll']);
    } finally {
      await opened.close();
      await log.close();
    }
  });

  it('leaves out what was erased since, and who was erased', async () => {
    const stored = (stream: string, revision: number): StoredEvent => ({
      id: 'x',
      type: 'MessageSent',
      data: {},
      metadata: {},
      position: 1,
      stream,
      revision,
    });
    const events = [stored('message-1.1', 0), stored('message-1.1', 1), stored('ephemeral-1.presence.1', 0)];
    const history = {
      readAll: async function* () {
        yield* events;
      },
    };
    const left: StoredEvent[] = [];
    const isErased = ({ revision }: { revision: number }): boolean => revision < 1;
    for await (const event of scoped(history, { realmId: 1, isErased }).readAll(0)) left.push(event);
    expect(left).to.deep.equal([stored('message-1.1', 1)]);
  });

  it('reads an export as often as it is requested', async () => {
    const history = exportedHistory(path);
    const read = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { id } of history.readAll(3)) ids.push(id);
      return ids;
    };
    expect(await read()).to.deep.equal(await read());
  });
});
