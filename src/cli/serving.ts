/** What answers requests. It is loaded on demand, because it would take half of the processor time of the commands that do not serve. */
export { readPage } from '../http/page/page.ts';
export { endpoints } from '../http/routes/index.ts';
export { startHttp } from '../http/server.ts';
