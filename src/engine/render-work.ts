/** In the rendering thread: texts, one at a time. */
import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from '../rendering/markdown.ts';
import type { RenderAnswer, RenderRequest } from './render-thread.ts';

const answer = (message: RenderAnswer): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ number, content, context }: RenderRequest) => {
  try {
    answer({ number, rendered: renderMarkdown(content, context) });
  } catch (error) {
    answer({ number, error: String(error) });
  }
});
