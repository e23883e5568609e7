/** The thread's entry where sources run as they are: a new thread knows no TypeScript until tsx is registered in it. */
import { register } from 'tsx/esm/api';

register();
await import('./render-work.ts');
