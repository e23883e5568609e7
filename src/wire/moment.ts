import { z } from 'zod';

/** A time, as the answers of audits and operations have it. */
export const moment = () => z.string().describe('ISO 8601, UTC');
