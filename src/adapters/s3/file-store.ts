/** A file store in a bucket of a service that speaks the protocol of Amazon S3. Files are received on the local disk first. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type FreeBytes, freeBytesOf, makeFolder } from '../../folders.ts';
import {
  assertKey,
  type FileReader,
  type FileStore,
  FileStoreFull,
  FileStoreUnavailable,
} from '../../ports/file-store.ts';
import { limits } from '../../vocabulary/limits.ts';
import { bucketAddress } from './address.ts';
import { boundAnswers } from './bounded-answers.ts';

type S3Options = {
  /** A folder for files that are being received. */
  readonly incoming: string;
  readonly freeBytes?: FreeBytes;
  readonly answerSecsMax?: number;
};

/** No limit here, because callers limit the files that they read and store at the same time. */
const agent = { maxSockets: Number.POSITIVE_INFINITY };

/** The time limit of an attempt to connect, in milliseconds. */
const connectionTimeout = 5_000;

const nothing = (): void => undefined;

export const openS3FileReader = (address: string): FileReader => bucketAt(address).reader;

function bucketAt(address: string, answerSecsMax = limits.bucketAnswerSecsMax) {
  const { endpoint, bucket, prefix, region, credentials } = bucketAddress(address);
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    ...(credentials && { credentials }),
    // Not every service supports checksums in trailers. Stored files are identified by their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout,
      // Until the answer begins. Without the second setting the client would only log that it takes too long.
      requestTimeout: 1000 * answerSecsMax,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Errors are thrown, so that nothing is logged here.
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  });
  boundAnswers(client, answerSecsMax);
  const objectOf = (key: string): { readonly Bucket: string; readonly Key: string } => {
    assertKey(key);
    return { Bucket: bucket, Key: prefix + key };
  };
  const reader: FileReader = {
    async open(key, range) {
      const Range = range && `bytes=${range.from}-${range.to}`;
      const command = new GetObjectCommand({ ...objectOf(key), ...(Range !== undefined && { Range }) });
      const found = await client.send(command).catch(unlessMissing);
      if (found && !(found.Body instanceof Readable)) throw new FileStoreUnavailable(`${key} has no bytes`);
      return found?.Body as Readable | undefined;
    },
    async close() {
      client.destroy();
    },
  };
  return { client, bucket, prefix, objectOf, reader };
}

/** Opens the store. Throws if the service answers that there is no such bucket, or that the bucket keeps removed files. */
export async function openS3FileStore(
  address: string,
  { incoming, freeBytes = freeBytesOf, answerSecsMax = limits.bucketAnswerSecsMax }: S3Options,
): Promise<FileStore> {
  const { client, bucket: Bucket, prefix, objectOf, reader } = bucketAt(address, answerSecsMax);
  // Uploads that an earlier process did not finish. No client has an answer that says they are stored.
  await rm(incoming, { recursive: true, force: true });
  await makeFolder(incoming);
  await assertForgets(client, Bucket);
  return {
    ...reader,
    isShared: true,
    incoming,
    async assertRoom(bytes) {
      const free = await freeBytes(incoming);
      if (free - bytes < limits.keptFreeByUploadsBytes)
        throw new FileStoreFull(`${free} bytes are free, ${limits.keptFreeByUploadsBytes} of them are kept free`);
    },
    async put(key, { path, size }) {
      const Body = createReadStream(path);
      const stored = new PutObjectCommand({ ...objectOf(key), Body, ContentLength: size });
      const requestTimeout = 1000 * (answerSecsMax + size / limits.bucketBytesPerSecMin);
      try {
        await client.send(stored, { requestTimeout }).catch(unavailable);
      } finally {
        // After a failure the client leaves it open, and an open file keeps its place on the disk.
        Body.destroy();
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key))).catch(unlessMissing);
    },
    async *list() {
      for (let after: string | undefined; ; ) {
        const input = { Bucket, Prefix: prefix, ...(after !== undefined && { ContinuationToken: after }) };
        const page = await client.send(new ListObjectsV2Command(input)).catch(unavailable);
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key.slice(prefix.length), size: Size, at: LastModified?.getTime() ?? 0 };
        after = page.NextContinuationToken;
        if (after === undefined) return;
      }
    },
  };
}

/**
 * Erased bytes must not remain as an earlier version. If the service is out of reach or does not answer this question, the store is opened
 * all the same.
 */
async function assertForgets(client: S3Client, Bucket: string): Promise<void> {
  const response = client.send(new GetBucketVersioningCommand({ Bucket }));
  const found = await response.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.name === 'NoSuchBucket')
      throw new Error(`there is no bucket ${Bucket}`);
    return undefined;
  });
  if (found?.Status === 'Enabled')
    throw new Error(`the bucket ${Bucket} keeps versions of what is removed: files that are erased would stay`);
}

const missing = new Set(['NoSuchKey', 'NotFound']);

function unlessMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && missing.has(error.name)) return undefined;
  return unavailable(error);
}

/**
 * The service is out of reach, or refuses a request. Such a refusal does not mean that the request is malformed, because accepted requests
 * have the same form.
 */
function unavailable(error: unknown): never {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  throw new FileStoreUnavailable(message, { cause: error });
}
