import { z } from 'zod';
import { defineTask } from './subcommand.ts';

/** Removes the bytes of deleted content from the disk, now rather than when it is due. */
export const scrub = defineTask({
  name: 'scrub',
  summary: 'Remove the bytes of deleted content from the disk, now',
  options: {},
  help: {},
  input: z.object({}),
  async perform(application) {
    await application.scrub();
    return ['scrubbed'];
  },
});
