/** Data that a bot stores between two messages. */
import { z } from 'zod';
import { removeBotStorage } from '../../../commands/bot-storage/remove-bot-storage.ts';
import { updateBotStorage } from '../../../commands/bot-storage/update-bot-storage.ts';
import { storedValues } from '../../queries/bot-storage.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { dict, json } from '../request/parameters.ts';

const example = { 'last visit': 'yesterday' };
const values = z.record(z.string(), z.string());
const keys = described(
  json(z.array(z.string()).max(limits.botStorageKeysMax)).optional(),
  'The keys of the values. Default: all values.',
  ['last visit'],
);

const getStorage = defineEndpoint({
  id: 'getBotStorage',
  route: 'GET /bot_storage',
  summary: 'Get stored values',
  description: 'Returns the stored values of the caller.',
  parameters: z.object({ keys }),
  response: z.object({ storage: values }),
  example: { storage: example },
  refusals: ['storage-key-missing'],
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({ storage: await storedValues(view, realmId, userId, parameters.keys) })),
});

const putStorage = defineChange({
  id: 'updateBotStorage',
  route: 'PUT /bot_storage',
  summary: 'Store values',
  description: 'Stores texts under keys for the caller. Values of other keys are kept.',
  parameters: z.object({ storage: described(json(dict(z.string())), 'The values by key.', example) }),
  commands: [updateBotStorage],
  async handle(call, services) {
    const stored = await services.run(updateBotStorage, { userId: call.userId, values: call.parameters.storage }, call);
    call.charge(Math.floor(stored.result.bytes / limits.botStorageBytesPerRequest));
  },
});

const deleteStorage = defineChange({
  id: 'removeBotStorage',
  route: 'DELETE /bot_storage',
  summary: 'Remove stored values',
  description: 'Removes values that the caller has stored.',
  parameters: z.object({ keys }),
  commands: [removeBotStorage],
  handle: (call, services) => services.run(removeBotStorage, { userId: call.userId, keys: call.parameters.keys }, call),
});

export const botStorage = [getStorage, putStorage, deleteStorage];
