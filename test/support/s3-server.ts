/** A service that speaks the protocol of Amazon S3, on a port of its own, with one empty bucket. */
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { temporaryFolder } from './temporary-folder.ts';

export type S3Server = {
  readonly port: number;
  /** The address of a folder in the bucket `files`. */
  readonly address: string;
  /** The objects in the bucket. */
  keys(): string[];
  stop(): Promise<void>;
};

/** Its account is always this one. */
const account = 'S3RVER:S3RVER';

export async function startS3Server(): Promise<S3Server> {
  const directory = temporaryFolder();
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  let stopped: Promise<void> | undefined;
  const { port } = (await server.run()) as AddressInfo;
  return {
    port,
    address: `s3+http://${account}@127.0.0.1:${port}/files/verbatim?region=eu-north-1`,
    keys: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('._S3rver_object')),
    async stop() {
      stopped ??= server.close();
      await stopped;
    },
  };
}
