import { z } from 'zod';
import { paceOf, type RebuildProgress, RebuildRefused } from '../engine/project/rebuild.ts';
import { longTask } from './long-task.ts';
import { defineTask, UsageError } from './subcommand.ts';

/** The part of `verbatim rebuild` for the process that has the data open. */
export const rebuildModels = defineTask({
  name: 'rebuild models',
  input: z.object({}),
  perform: longTask('rebuild', async (application, _input: object, notify) => {
    try {
      const { events, position, ms } = await application.rebuild((progress) => notify(lineOf(progress)));
      return [`events=${events} position=${position} seconds=${(ms / 1000).toFixed(1)} exchanged`];
    } catch (error) {
      if (error instanceof RebuildRefused) throw new UsageError(error.message);
      throw error;
    }
  }),
});

function lineOf(progress: RebuildProgress): string {
  const { perSecond, secondsLeft } = paceOf(progress);
  const done = progress.of === 0 ? 1 : progress.position / progress.of;
  const left = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `rebuilt: ${progress.events} events, ${Math.floor(100 * Math.min(1, done))} %, ${Math.round(perSecond)}/s${left}`;
}
