/** The worker's entry: plain JavaScript, because a new thread knows no TypeScript until tsx is registered in it. */
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { renderMarkdown } = await import('../rendering/markdown.ts');

parentPort?.on('message', ({ number, content, context }) => {
  try {
    parentPort?.postMessage({ number, rendered: renderMarkdown(content, context) });
  } catch (error) {
    parentPort?.postMessage({ number, error: String(error) });
  }
});
