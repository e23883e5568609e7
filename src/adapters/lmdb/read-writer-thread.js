/** The thread's entry: plain JavaScript, because a new thread knows no TypeScript until tsx is registered in it. */
import { register } from 'tsx/esm/api';

register();
await import('./read-writer-work.ts');
