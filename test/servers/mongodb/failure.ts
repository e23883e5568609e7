/** An error as a server reports it. */
import type { Document } from 'mongodb';

export class Failure extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: readonly string[];

  constructor(code: number, codeName: string, message: string, labels: readonly string[] = []) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.labels = labels;
  }

  get answer(): Document {
    const labels = this.labels.length > 0 ? { errorLabels: [...this.labels] } : {};
    return { ok: 0, code: this.code, codeName: this.codeName, errmsg: this.message, ...labels };
  }
}

const transient = 'TransientTransactionError';

export const badValue = (message: string): Failure => new Failure(2, 'BadValue', message);
export const writeConflict = (): Failure => new Failure(112, 'WriteConflict', 'write conflict', [transient]);
export const noSuchTransaction = (): Failure =>
  new Failure(251, 'NoSuchTransaction', 'the transaction is not there', [transient]);
export const snapshotUnavailable = (): Failure =>
  new Failure(246, 'SnapshotUnavailable', 'unable to read from a snapshot due to pending catalog changes', [transient]);
