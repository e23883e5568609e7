/** Commits, reads and subscriptions when connections break, answers are lost, or the server is gone. */
import { expect } from 'chai';
import type { MongoReadStoreOptions } from '../../../src/adapters/mongodb/read-store.ts';
import { type Checkpoint, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { checkpointAt, found, putNote } from '../../contracts/read-store/fixture.ts';
import { Failure, writeConflict } from '../../servers/mongodb/failure.ts';
import { type ProxiedStore, proxiedStoreInEach } from './proxied-store.ts';

const impatient: MongoReadStoreOptions = {
  selectionMs: 300,
  answerMs: 300,
  heartbeatMs: 50,
  commitMs: 2000,
  watchMs: 50,
};

const unavailable = async (done: Promise<unknown>): Promise<boolean> => {
  try {
    await done;
    return false;
  } catch (error) {
    if (error instanceof ReadStoreUnavailable) return true;
    throw error;
  }
};

/** As a projector does: until it succeeds. */
const retried = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReadStoreUnavailable)) throw error;
    }
  }
};

type Subject = Pick<ProxiedStore, 'store' | 'lease'>;

const nextIn = ({ store, lease }: Subject, position: number): Promise<void> =>
  store.commit([putNote(`n${position}`, { rank: position })], checkpointAt(position), lease);

const ranksIn = ({ store }: Subject): Promise<(number | undefined)[]> =>
  retried(() => store.snapshot(async (view) => (await found(view, 'byRank')).map(({ rank }) => rank)));

const says = (word: string) => (bytes: Buffer) => bytes.includes(word);

describe('the mongodb read store in trouble', () => {
  const subject = proxiedStoreInEach(impatient);

  const next = (position: number): Promise<void> => nextIn(subject, position);
  const ranks = (): Promise<(number | undefined)[]> => ranksIn(subject);

  const currentCheckpoint = (): Checkpoint | undefined => {
    const { storage } = subject.server;
    return storage.read(storage.collection('verbatim.checkpoint'), 'scheckpoint', storage.now, undefined)?.checkpoint;
  };

  for (const command of ['update', 'commitTransaction']) {
    it(`commits although all connections break when the server receives ${command}`, async () => {
      let cuts = 0;
      subject.server.intercept = (came) => {
        if (!(command in came) || cuts === 3) return undefined;
        cuts += 1;
        subject.proxy.cutAll();
        return undefined;
      };
      await next(2);
      expect(cuts).to.equal(3);
      expect(await ranks()).to.deep.equal([1, 2]);
      expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(2));
    });
  }

  it('commits once when the answer to the commit is lost', async () => {
    const commits = (): number => subject.server.commands.filter((name) => name === 'update').length;
    const before = commits();
    const lost = subject.proxy.cutNextAnswer(says('commitTransaction'));
    await next(2);
    await lost;
    // Only the commit was repeated, not the transaction.
    expect(commits() - before).to.equal(2);
    expect(await ranks()).to.deep.equal([1, 2]);
  });

  it('neither repeats nor skips a commit when its answers are lost repeatedly', async () => {
    let lost = 0;
    subject.server.intercept = (command) => {
      if (!('commitTransaction' in command) || lost === 4) return undefined;
      lost += 1;
      // Every second commit is carried out, and its answer is lost.
      if (lost % 2 === 1) subject.proxy.cutAll();
      return new Failure(91, 'ShutdownInProgress', 'going', ['RetryableWriteError']).answer;
    };
    await retried(() => next(2));
    subject.server.intercept = undefined;
    await retried(() => next(3));
    expect(await ranks()).to.deep.equal([1, 2, 3]);
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(3));
  });

  it('repeats a transaction after a conflict, and one whose outcome is not known', async () => {
    const failures = [
      writeConflict().answer,
      new Failure(50, 'MaxTimeMSExpired', 'too long', ['UnknownTransactionCommitResult']).answer,
      new Failure(251, 'NoSuchTransaction', 'aborted', ['TransientTransactionError']).answer,
    ];
    subject.server.intercept = (command) => ('commitTransaction' in command ? failures.shift() : undefined);
    await next(2);
    expect(failures).to.deep.equal([]);
    expect(await ranks()).to.deep.equal([1, 2]);
  });

  it('does not wait forever for a server that does not answer, and continues when it answers again', async () => {
    subject.proxy.blackHole(true);
    const asked = [
      subject.store.checkpoint(),
      next(2),
      subject.store.takeLease('contract', 600_000),
      subject.store.snapshot((view) => found(view, 'byRank')),
    ];
    expect(await Promise.all(asked.map(unavailable))).to.deep.equal([true, true, true, true]);
    subject.proxy.blackHole(false);
    await retried(() => next(2));
    expect(await ranks()).to.deep.equal([1, 2]);
  });

  it('fails a snapshot when the server is gone during it', async () => {
    const failed = unavailable(
      subject.store.snapshot(async (view) => {
        await found(view, 'byRank');
        await subject.server.stop();
        return found(view, 'byRank');
      }),
    );
    expect(await failed).to.equal(true);
  });

  it('loses nothing when the server stops and starts under load', async () => {
    const all = Array.from({ length: 60 }, (_, index) => index + 2);
    let done = 0;
    const committing = (async () => {
      for (const position of all) {
        await retried(() => next(position));
        done = position;
        const read = await ranks();
        expect(read).to.deep.equal([1, ...all.slice(0, position - 1)]);
      }
    })();
    for (const until of [15, 30, 45]) {
      while (done < until) await new Promise((resolve) => setImmediate(resolve));
      await subject.server.stop();
      await subject.server.start();
    }
    await committing;
    expect(currentCheckpoint()).to.deep.equal(checkpointAt(61));
  });

  it('closes while the server is gone', async () => {
    await subject.server.stop();
    await subject.store.close();
    expect(await subject.store.checkpoint().then(String, String)).to.contain('closed');
  });

  describe('news of checkpoints', () => {
    let notified: (number | undefined)[];
    let heard: () => void;
    let stop: () => void;

    beforeEach(async () => {
      notified = [];
      heard = () => {};
      stop = subject.store.onCheckpoint((checkpoint) => {
        notified.push(checkpoint?.position);
        heard();
      });
      await until(1);
    });
    afterEach(() => stop());

    const until = async (position: number): Promise<void> => {
      while (notified.at(-1) !== position) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    };

    it('arrive although the change stream has stopped reporting changes', async () => {
      subject.server.silent = true;
      await next(2);
      await until(2);
    });

    it('arrive although the cursor of the change stream is gone, and after all connections broke', async () => {
      subject.server.intercept = (command) =>
        'getMore' in command ? new Failure(43, 'CursorNotFound', 'cursor not found').answer : undefined;
      await next(2);
      await until(2);
      subject.server.intercept = undefined;
      subject.proxy.cutAll();
      await retried(() => next(3));
      await until(3);
    });

    it('arrive although the change stream is never answered', async () => {
      subject.server.intercept = (command) => ('getMore' in command ? new Promise(() => {}) : undefined);
      await next(2);
      await until(2);
    });

    it('arrive after the server was gone', async () => {
      await subject.server.stop();
      expect(await unavailable(next(2))).to.equal(true);
      await subject.server.start();
      await retried(() => next(2));
      await until(2);
    });
  });
});

describe('a commit to mongodb that gives up', () => {
  const subject = proxiedStoreInEach({ ...impatient, commitMs: 100 });

  it('writes nothing, and throws ReadStoreUnavailable', async () => {
    const next = (): Promise<void> => nextIn(subject, 2);
    subject.server.intercept = (command) => ('commitTransaction' in command ? writeConflict().answer : undefined);
    expect(await unavailable(next())).to.equal(true);
    subject.server.intercept = undefined;
    expect(await ranksIn(subject)).to.deep.equal([1]);
    await next();
    expect(await ranksIn(subject)).to.deep.equal([1, 2]);
  });
});
