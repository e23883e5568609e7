import { z } from 'zod';
import { setStatus } from '../../../commands/user/set-status.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, raw } from '../request/parameters.ts';

export const postStatus = defineChange({
  id: 'updateStatus',
  route: 'POST /users/me/status',
  summary: 'Set the status of the caller',
  description:
    'Sets whether the caller is away, or a short status text, or both. Everybody sees the status. Bots are refused.',
  parameters: z.object({
    away: described(boolean().optional(), 'Whether the caller is away.', true),
    status_text: described(
      raw(z.string().max(limits.statusTextLengthMax)).optional(),
      'The status text. An empty text removes it.',
      'on vacation',
    ),
  }),
  commands: [setStatus],
  async handle(call, services) {
    const { away, status_text: text } = call.parameters;
    await services.run(setStatus, { userId: call.userId, away, text }, call);
  },
});
