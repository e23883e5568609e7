/** Receives the file of a form, if its user may upload one now. */
import type { Readable } from 'node:stream';
import { roomRefusal } from '../../../commands/file/upload-file.ts';
import type { FilePurpose, SentFile, SentFiles } from '../../define/endpoint.ts';
import { FileTooLarge } from '../../engine/files/receive.ts';
import { usageOf } from '../../state/files.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { mib } from '../../vocabulary/limits/limit.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import type { Transfers } from '../files/transfers.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { readMultipart, type TakeFile } from './multipart.ts';
import { payerOf, type RateLimit } from './rate-limit.ts';
import type { Context } from './request-context.ts';
import type { Sent } from './strict.ts';

type Form = { readonly sent: Sent; readonly files: SentFiles };
/** Counts the bytes of a request's body that are in memory. */
export type HoldBytes = (context: Context, bytes: number) => void;
export type ReadFileForm = (context: Context, purpose: FilePurpose) => Promise<Form>;

export function fileForms(
  { config, state: server, contents, now }: Pick<Services, 'config' | 'state' | 'contents' | 'now'>,
  rateLimit: RateLimit,
  transfers: Transfers,
  holdBytes: HoldBytes,
): ReadFileForm {
  /** How many uploads of each payer are being received. */
  const receiving = new ConcurrencyLimit(limits.uploadsAtOnceMax);
  const mibMax: Readonly<Record<FilePurpose, number>> = {
    upload: config.uploadMibMax,
    avatar: limits.avatarMibMax,
    emoji: limits.emojiMibMax,
  };

  function admit(realmId: RealmId, payerId: UserId, purpose: FilePurpose): void {
    const files = server.realms.get(realmId)?.files;
    if (!files || purpose !== 'upload') return;
    const refusal =
      roomRefusal('user', usageOf(files, payerId), 0, limits.filesPerUserMax, config.uploadQuotaUserMib * mib) ??
      roomRefusal('organization', files.used, 0, limits.filesMax, config.uploadQuotaMib * mib);
    if (refusal) throw new Refused(refusal);
  }

  async function read(context: Context, bytesMax: number, charge: (bytes: number) => void): Promise<Form> {
    let count = 0;
    let first: SentFile | undefined;
    const take: TakeFile = (stream, name, type) => {
      count += 1;
      if (count > 1) return undefined;
      let bytes = 0;
      const seen = (more: number): void => {
        bytes += more;
      };
      return contents
        .receive(stream, bytesMax, seen)
        .then((received) => {
          first = { ...received, name, type };
        })
        .catch((error: unknown) => {
          if (error instanceof FileTooLarge) throw tooLarge(bytesMax);
          if (!isBroken(stream, error)) throw error;
        })
        .finally(() => charge(bytes));
    };
    const bounds = {
      bytesMax: bytesMax + config.bodyBytesMax,
      fieldBytesMax: config.bodyBytesMax,
      holdBytes: (bytes: number): void => holdBytes(context, bytes),
    };
    try {
      const sent = await readMultipart(context.req, bounds, take);
      return { sent, files: { count, ...(first && { first }) } };
    } catch (error) {
      await first?.discard();
      throw error;
    }
  }

  return async (context, purpose) => {
    const { realmId, userId } = context.state;
    if (realmId === undefined || userId === undefined)
      throw new Error('an endpoint that accepts a file has no authenticated caller');
    const payerId = payerOf(server, realmId, userId);
    const bytesMax = mibMax[purpose] * mib;
    if (Number(context.req.headers['content-length']) > bytesMax + config.bodyBytesMax) {
      context.req.resume();
      throw tooLarge(bytesMax);
    }
    admit(realmId, payerId, purpose);
    const charge = (bytes: number): void =>
      rateLimit.charge(realmId, payerId, Math.floor(bytes / limits.uploadBytesPerRequest), now());
    const end = receiving.begin(`${realmId}.${payerId}`);
    return transfers.begin(context, () => read(context, bytesMax, charge)).finally(end);
  };
}

const tooLarge = (bytesMax: number): ProblemError =>
  new ProblemError({
    status: 400,
    msg: `Uploaded file is larger than the allowed limit of ${bytesMax / mib} MiB`,
  });

/** Whether the file was incomplete, because the client is gone or its form is malformed. */
const isBroken = ({ errored }: Readable, error: unknown): boolean =>
  error === errored || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_STREAM'));
