/** Logical sessions: the transaction that each has, and the answer to its last retryable write. */
import type { Binary, Document } from 'mongodb';
import { Failure, noSuchTransaction } from './failure.ts';
import type { Storage } from './storage.ts';
import { Transaction } from './transaction.ts';

type Session = {
  number: number;
  transaction: Transaction | undefined;
  /** The answer to the write with this number, so that a repeated write is answered but not executed again. */
  answer: Promise<Document> | undefined;
};

export type SessionsOptions = { readonly transactionMsMax?: number };

const defaultTransactionMsMax = 60_000;

export const openSessions = (storage: Storage, { transactionMsMax = defaultTransactionMsMax }: SessionsOptions) => {
  const sessions = new Map<string, Session>();

  const sessionOf = (lsid: { id: Binary }): Session => {
    const name = lsid.id.toString('hex');
    const session = sessions.get(name) ?? { number: -1, transaction: undefined, answer: undefined };
    sessions.set(name, session);
    return session;
  };

  const advance = (session: Session, number: number): void => {
    if (number < session.number) throw new Failure(225, 'TransactionTooOld', 'a newer transaction has begun');
    if (number === session.number) return;
    session.transaction?.end('aborted');
    session.transaction = undefined;
    session.answer = undefined;
    session.number = number;
  };

  const begin = (session: Session): Transaction => {
    if (session.transaction) throw new Failure(50911, 'ConflictingOperationInProgress', 'it has begun already');
    const transaction = new Transaction(session.number, storage.now);
    session.transaction = transaction;
    storage.opened(transaction);
    const over = setTimeout(() => transaction.end('aborted'), transactionMsMax);
    void transaction.ended.then(() => clearTimeout(over));
    return transaction;
  };

  const end = (command: Document): Document => {
    const session = sessionOf(command.lsid);
    const { transaction } = session;
    if (!transaction || transaction.number !== command.txnNumber) throw noSuchTransaction();
    if ('abortTransaction' in command) {
      transaction.end('aborted');
      return { ok: 1 };
    }
    if (transaction.state === 'aborted') throw noSuchTransaction();
    if (transaction.state === 'open') storage.commit(transaction);
    return { ok: 1 };
  };

  return {
    /** Executes a command in its transaction. A retryable write is executed once for all its repetitions. */
    async run(command: Document, work: (transaction: Transaction | undefined) => Promise<Document>): Promise<Document> {
      if (command.lsid === undefined || command.txnNumber === undefined) return work(undefined);
      const session = sessionOf(command.lsid);
      advance(session, command.txnNumber);
      if ('commitTransaction' in command || 'abortTransaction' in command) return end(command);
      if (command.autocommit !== false) {
        session.answer ??= work(undefined);
        return session.answer;
      }
      const transaction = command.startTransaction ? begin(session) : session.transaction;
      if (transaction?.state !== 'open') throw noSuchTransaction();
      try {
        if (command.writeConcern || (command.readConcern && !command.startTransaction)) {
          throw new Failure(72, 'InvalidOptions', 'concerns are those of the transaction, not of a command in it');
        }
        return await work(transaction);
      } catch (error) {
        transaction.end('aborted');
        throw error;
      }
    },

    ended(lsids: readonly { id: Binary }[]): void {
      for (const lsid of lsids) {
        const name = lsid.id.toString('hex');
        sessions.get(name)?.transaction?.end('aborted');
        sessions.delete(name);
      }
    },

    /** Aborts all open transactions, as an election does. */
    abortAll(): void {
      for (const { transaction } of sessions.values()) transaction?.end('aborted');
    },
  };
};
