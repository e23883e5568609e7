/** What all lines of the log and all events of one request have in common; its answer carries it. */
import { randomUUID } from 'node:crypto';

/** A proxy's own. Nothing that could be somebody's words or key: it is written into the log and into events. */
const given = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/;

/** Of the header `X-Request-Id`: a UUID, or 32 hexadecimal digits, is kept; anything else is replaced. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && given.test(header) ? header : randomUUID();
