/** The example integration: an article of the day. Copy it to start an integration. */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';

export const helloworld = defineIntegration({
  name: 'helloworld',
  displayName: 'HelloWorld',
  summary: 'A greeting with a link to an article',
  options: z.object({}),
  body: z.object({ featured_title: z.string(), featured_url: z.string() }),
  message: ({ featured_title: title, featured_url: url }) => ({
    topic: 'Hello World',
    content: `Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is **[${title}](${url})**`,
  }),
});
