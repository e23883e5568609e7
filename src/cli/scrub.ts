import { z } from 'zod';
import { defineTask } from './subcommand.ts';

/** Removes the bytes of deleted content from the disk now, instead of within VERBATIM_SCRUB_SECS. */
export const scrub = defineTask({
  name: 'scrub',
  summary: 'Remove the bytes of deleted content from the disk, now',
  input: z.object({}),
  async perform(application) {
    await application.scrub();
    return ['scrubbed'];
  },
});
