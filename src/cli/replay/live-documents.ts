/** The read models in use, page by page, for comparison with rebuilt ones. */
import { z } from 'zod';
import { defineTask } from '../subcommand.ts';

/** The most characters of a page, because a reply is one line of limited length. */
const pageLength = 400_000;
const pageDocuments = 200;

/** The position of the newest event that is both in the log and in the read models. */
export const end = defineTask({
  name: 'rebuild begin',
  input: z.object({}),
  async perform(application) {
    await application.caughtUp();
    return [await application.services.read(async (view) => String(view.checkpoint.position))];
  },
});

/** The position of the page, and its documents, each with its key. */
export const documents = defineTask({
  name: 'rebuild page',
  input: z.object({ model: z.string(), after: z.string().optional() }),
  perform: ({ services }, { model, after }) =>
    services.read(async (view) => {
      const found = await view.everything<object>({ name: model, indexes: {} }, after, pageDocuments);
      const lines = [String(view.checkpoint.position)];
      let length = 0;
      for (const { key, document } of found) {
        const line = JSON.stringify([key, document]);
        length += line.length;
        // A document that does not fit begins the next page. Every document fits as the first one of a page.
        if (lines.length > 1 && length > pageLength) break;
        lines.push(line);
      }
      return lines;
    }),
});
