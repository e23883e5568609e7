/** The parts that all GitHub events have: repository and user. */
import { z } from 'zod';

export const Login = z.object({ login: z.string() });
export const Repository = z.object({ name: z.string() });
