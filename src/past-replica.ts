/**
 * The program of a replica of the past, which the service starts as a child process. It gets a read-only log. It has no executable command,
 * no policy, no secret, and no access to the stores of the service.
 */
import { projections } from '../projections/index.ts';
import { serviceLogger } from './cli/service-logger.ts';
import { RenderThread } from './engine/render/render-thread.ts';
import { textWork } from './engine/render/text-work.ts';
import { withDescription } from './http/openapi/openapi.ts';
import { endpoints } from './http/routes/index.ts';
import { isPauseMessage, whileServicePauses } from './past/paused-writes.ts';
import type { Request } from './past/protocol.ts';
import { Replica } from './past/replica.ts';
import { Serving } from './past/serving.ts';
import { openLogReader, openScratchStore } from './stores.ts';

const logger = serviceLogger('warn');

const serving = new Serving(
  async ({ realmId, config, folder, copy, isWhole, erasures }) => {
    const begun = copy && { folder: copy.folder, isWhole };
    const tools = { projections, logger, openStore: () => openScratchStore(folder, begun) };
    const reader = await openLogReader(config, logger, whileServicePauses);
    const texts = textWork(new RenderThread());
    const ends = withDescription(endpoints);
    return Replica.open({ reader, realmId, config, tools, copy, erasures, endpoints: ends, texts });
  },
  (error) => logger.error({ err: error }, 'a question about the past failed'),
);

// The service removes its files. If the service was killed, its next start removes them.
process.on('disconnect', () => process.exit(0));
process.on('message', async (request: Request) => {
  if (isPauseMessage(request)) return;
  const reply = await serving.reply(request);
  process.send?.(reply, () => {
    if (request.asked.kind === 'close') process.exit(0);
  });
});
