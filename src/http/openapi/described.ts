import { z } from 'zod';

/** Gives the parameter a description and an example of its value, as JSON has it. */
export const described = <P extends z.ZodType>(parameter: P, description: string, example: unknown): P => {
  z.globalRegistry.add(parameter, { description, examples: [example] });
  return parameter;
};
