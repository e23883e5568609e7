import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { recordAccess } from '../../commands/audit/record-access.ts';
import { reviewScopeRefusal } from '../../commands/rules/exports.ts';
import { assertFree, finish } from '../audit/export-file.ts';
import { isoMillis } from '../http/request/iso-time.ts';
import { forAuditors } from '../http/request/privileged.ts';
import type { Services } from '../http/services.ts';
import { reviewed } from '../review/review.ts';
import { exportFormats, type ReviewScope } from '../vocabulary/events/exports.ts';
import { foldName } from '../vocabulary/fold-case.ts';
import { ChannelId, type RealmId, UserId } from '../vocabulary/ids.ts';
import { type Moment, momentForms, momentOf } from '../vocabulary/moment.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { byCommandLine, realmNamed, realmOption, userNamed } from './accounts.ts';
import { longTask } from './long-task.ts';
import { defineTask, UsageError } from './subcommand.ts';

const Input = z.object({
  realm: z.string(),
  format: z.enum(exportFormats),
  out: z.string(),
  user: z.string().optional(),
  stream: z.string().optional(),
  topic: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  at: z.string().optional(),
  reason: z.string().optional(),
});
type Asked = z.infer<typeof Input>;

/** Writes an export for review to a file, in the same way as the API. */
export const reviewExport = defineTask({
  name: 'review-export',
  summary: 'Write what was said, with all that became of it, to a zip file for review',
  options: {
    realm: realmOption,
    format: { type: 'string', help: 'ndjson, csv, eml or rsmf' },
    out: { type: 'string', help: 'the file, which must not exist' },
    user: {
      type: 'string',
      help: 'only messages with this participant: an address or a user id, or a JSON list of them',
    },
    stream: {
      type: 'string',
      help: 'only messages that were ever in this stream: a name or an id, or a JSON list of them',
    },
    topic: { type: 'string', help: 'only messages of this topic, or a JSON list of topics' },
    since: { type: 'string', help: 'only messages sent from this time on (ISO 8601)' },
    until: { type: 'string', help: 'only messages sent before this time' },
    at: {
      type: 'string',
      help: `only what happened up to this moment: ${momentForms} (default: now); the same event gives the same bytes`,
    },
    reason: { type: 'string', help: 'why you look; it is recorded first (1 to 500 characters)' },
  },
  paths: ['out'],
  optionOf: { user_ids: 'user', stream_ids: 'stream', topics: 'topic', bound: 'at' },
  input: Input,
  perform: longTask('review-export', async ({ services, log, files, sealed }, asked: Asked, notify) => {
    if (asked.reason === undefined) throw new UsageError('--reason is missing: an export for review is recorded');
    const realmId = realmNamed(services, asked.realm);
    const scope = scopeOf(services, realmId, asked);
    const at = asked.at === undefined ? undefined : momentIn(asked.at);
    const { out, format, reason, realm: _, ...parameters } = asked;
    await assertFree(out);
    const { result, position } = await services.run(
      recordAccess,
      {
        privilege: forAuditors,
        operation: 'verbatim review-export',
        parameters: { format, ...parameters },
        reason,
        through: 'command line' as const,
      },
      byCommandLine(realmId),
    );
    await sealed(realmId, position);
    const bound: Moment = at ?? { kind: 'event', id: result.eventId };
    let file = { bytes: 0, sha256: '' };
    const partial = `${out}.partial`;
    const made = await reviewed(
      {
        readAll: (after: number) => log.readAll(after),
        realmId,
        bound,
        scope,
        format,
        path: join(files.incoming, `${randomUUID()}.sorted`),
        room: (bytes) => files.assertRoom(bytes),
        progress: percentReporter(notify),
      },
      async (bytes) => {
        file = await written(bytes, partial);
      },
    ).catch(async (error: unknown) => {
      await rm(partial, { force: true });
      throw error;
    });
    await finish(partial, out);
    const counts = Object.entries(made.counts).map(([name, count]) => `${name}=${count}`);
    return [`file=${out}`, ...counts, `bytes=${file.bytes}`, `sha256=${file.sha256}`, `up_to=${made.last.id}`];
  }),
});

const percentReporter = (notify: (line: string) => void): ((share: number) => void) => {
  let last = 0;
  return (share) => {
    const percent = Math.floor(share * 10) * 10;
    if (percent > last) notify(`${percent} %`);
    last = Math.max(last, percent);
  };
};

/** The file is durable when it resolves. */
async function written(bytes: Readable, path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
  return { bytes: size, sha256: hash.digest('hex') };
}

function momentIn(text: string): Moment {
  const moment = momentOf(text);
  if (!moment) throw new WrongValue('at', `must be ${momentForms}`);
  return moment;
}

function scopeOf(services: Services, realmId: RealmId, asked: Asked): ReviewScope {
  const { channels } = services.realm(realmId);
  const scope: ReviewScope = {
    userIds: itemsOf('user', asked.user).map((item) => {
      const id = UserId.safeParse(Number(item));
      return id.success ? id.data : userNamed(services, realmId, item, 'user');
    }),
    channelIds: itemsOf('stream', asked.stream).map((item) => {
      const named = [...channels.byId.values()].find(({ name }) => foldName(name) === foldName(item));
      const id = ChannelId.safeParse(named?.channelId ?? Number(item));
      if (!id.success) throw new WrongValue('stream', `there is no stream ${item}`);
      return id.data;
    }),
    topics: itemsOf('topic', asked.topic),
    since: timeOf('since', asked.since),
    until: timeOf('until', asked.until),
  };
  const refusal = reviewScopeRefusal(services.realm(realmId), scope);
  if (refusal) throw new Refused(refusal);
  return scope;
}

const Items = z.array(z.union([z.string(), z.int()]).transform(String));

/** One item, or a JSON list of them. */
function itemsOf(name: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  if (!text.startsWith('[')) return [text];
  try {
    return Items.parse(JSON.parse(text));
  } catch {
    throw new WrongValue(name, 'must be a JSON list of texts');
  }
}

function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = isoMillis(text);
  if (at === undefined) throw new WrongValue(name, 'must be a time in ISO 8601');
  return at;
}
