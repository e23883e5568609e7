/** The program of the rendering thread. It works on one text at a time. */
import { parentPort } from 'node:worker_threads';
import { editDiff } from '../../rendering/edit-diff.ts';
import { highlightHtml } from '../../rendering/highlight.ts';
import { type Rendered, renderMarkdown } from '../../rendering/markdown.ts';
import type { TextAnswer, TextRequest, TextTask } from './render-thread.ts';

const answer = (message: TextAnswer): void => parentPort?.postMessage(message);

function perform(task: TextTask): Rendered | string {
  switch (task.kind) {
    case 'render':
      return renderMarkdown(task.content, task.context);
    case 'diff':
      return editDiff(task.previousHtml, task.html);
    case 'highlight':
      return highlightHtml(task.html, task.terms);
  }
}

parentPort?.on('message', ({ number, task }: TextRequest) => {
  try {
    answer({ number, value: perform(task) });
  } catch (error) {
    answer({ number, error: String(error) });
  }
});
