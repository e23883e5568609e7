/**
 * A replica of the past in the process of the tests: one in a process of its own takes most of a second of processor time to start. Its
 * messages are copied as between processes.
 */
import { rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { projections } from '../../projections/index.ts';
import { serviceLogger } from '../../src/cli/service-logger.ts';
import { RenderThread } from '../../src/engine/render/render-thread.ts';
import { textWork } from '../../src/engine/render/text-work.ts';
import { withDescription } from '../../src/http/openapi/openapi.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import type { OpenChannel } from '../../src/past/forked.ts';
import type { Reply, Request } from '../../src/past/protocol.ts';
import { Replica } from '../../src/past/replica.ts';
import { Serving } from '../../src/past/serving.ts';
import type { LogReader } from '../../src/ports/log-reader.ts';
import type { WhilePaused } from '../../src/ports/while-paused.ts';
import { openLogReader, openScratchStore } from '../../src/stores.ts';

const logger = serviceLogger('warn');

const copied = <T>(message: T): T => deserialize(serialize(message)) as T;

export const replicaHere: OpenChannel = (folder, { pauseWrites = (work) => work() }) => {
  const whilePaused: WhilePaused = <T>(open: (isInUse: boolean) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      pauseWrites(() => open(true).then(resolve)).catch(reject);
    });
  const thread = new RenderThread();
  let reader: LogReader | undefined;
  const serving = new Serving(
    async ({ realmId, config, copy, isWhole, erasures }) => {
      const begun = copy && { folder: copy.folder, isWhole };
      const tools = { projections, logger, openStore: () => openScratchStore(folder, begun) };
      reader = await openLogReader(config, logger, whilePaused);
      const ends = withDescription(endpoints);
      return Replica.open({ reader, realmId, config, tools, copy, erasures, endpoints: ends, texts: textWork(thread) });
    },
    (error) => logger.error({ err: error }, 'a question about the past failed'),
  );
  const pending = new Set<Promise<void>>();
  let listener: (reply: Reply) => void = () => undefined;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  }).then(async () => {
    // A store must not be closed while it is read.
    await Promise.all(pending);
    await serving.close();
    await reader?.close();
    await thread.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const reply = async (request: Request): Promise<void> => {
    if (request.asked.kind === 'close') return end();
    listener(copied(await serving.reply(copied(request))));
  };
  return {
    send: (request) => {
      const replied = reply(request).finally(() => pending.delete(replied));
      pending.add(replied);
    },
    onReply: (listens) => {
      listener = listens;
    },
    ended,
    end: () => end(),
  };
};
