/** What every event of GitHub says of where and by whom. */
import { z } from 'zod';

export const Login = z.object({ login: z.string() });
export const Repository = z.object({ name: z.string() });
