/** The messages for errors on the command line. A wrong value is named by its option. */
import { z } from 'zod';
import type { reasonRefusals } from '../../commands/rules/auditors.ts';
import type { reviewScopeRefusals } from '../../commands/rules/exports.ts';
import type { fullNameRefusals } from '../../commands/rules/full-name.ts';
import { problemOfRefusal } from '../http/response/refusals.ts';
import { limits } from '../vocabulary/limits.ts';
import { fitCharacters } from '../vocabulary/name-characters.ts';
import { InvalidInput, type Refusal, type RefusalCode, Refused } from '../vocabulary/refusals.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { isExpectedError } from './expected-errors.ts';
import { type Subcommand, UsageError, type Values } from './subcommand.ts';

/** `misused`: whether the command line was missing something or wrong. */
type ErrorDescription = { readonly why: string; readonly misused?: true | undefined };

export function describeError(error: unknown, subcommand: Subcommand | undefined, values: Values): ErrorDescription {
  if (error instanceof Refused) {
    const wrong = wrongValueOf(error.refusal);
    if (wrong) return describeError(wrong, subcommand, values);
    const about = aboutOptions[error.refusal.code];
    const named = about === undefined ? '' : `${shownOption(subcommand, about)}: `;
    return { why: `${named}${problemOfRefusal(error.refusal).msg}` };
  }
  if (error instanceof z.ZodError || error instanceof InvalidInput)
    return { why: issuesIn(error.issues, subcommand, values), misused: true };
  if (error instanceof WrongValue)
    return { why: `${shownOption(subcommand, error.parameter)}: ${error.why}`, misused: true };
  if (error instanceof UsageError) return { why: error.message, misused: true };
  if (isExpectedError(error)) return { why: error.message };
  return { why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

type WrongCode =
  | (typeof fullNameRefusals | typeof reasonRefusals | typeof reviewScopeRefusals)[number]
  | 'email-invalid'
  | 'audit-parameters-too-long'
  | 'bot-requests-refused';

const ofLength = `must have ${limits.fullNameLengthMin} to ${limits.fullNameLengthMax} characters`;

/**
 * These refusals say that a value on the command line is wrong. All others say that the values are right but that the state does not
 * allow the command, for instance because an address is already in use.
 */
const wrongValues: { readonly [C in WrongCode]: (refusal: Refusal<C>) => WrongValue | UsageError } = {
  'name-too-long': () => new WrongValue('fullName', ofLength),
  'name-too-short': () => new WrongValue('fullName', ofLength),
  'name-characters': () => new WrongValue('fullName', `must have none of *\`\\>"@, ${fitCharacters}`),
  'name-format': () => new WrongValue('fullName', 'must not end in | and a number'),
  'email-invalid': () => new WrongValue('email', 'must be an e-mail address'),
  'bot-requests-refused': () => new WrongValue('email', 'must be the address of a person, not of a bot'),
  'audit-reason-missing': () => new WrongValue('reason', 'must not be empty'),
  'audit-reason-too-long': ({ lengthMax }) => new WrongValue('reason', `must have at most ${lengthMax} characters`),
  'audit-parameters-too-long': ({ bytesMax }) =>
    new UsageError(`the options are too long together to be recorded (limit: ${bytesMax} bytes)`),
  'export-names-too-many': ({ parameter, max }) => new WrongValue(parameter, `must be a list of at most ${max}`),
  'export-topic-too-long': ({ max }) => new WrongValue('topics', `must have at most ${max} characters`),
  'export-user-unknown': ({ userId }) => new WrongValue('user_ids', `there is no user ${userId}`),
  'export-channel-unknown': ({ channelId }) => new WrongValue('stream_ids', `there is no stream ${channelId}`),
  'export-ends-before-it-begins': () => new WrongValue('until', 'must be after --since'),
};

/** For refusals that depend on what the organization has already: the option whose value was refused. */
const aboutOptions: { readonly [C in RefusalCode]?: string } = {
  'subdomain-taken': 'subdomain',
  'email-taken': 'email',
  'user-deactivated': 'email',
};

const wrongValueOf = (refusal: Refusal): Error | undefined =>
  (wrongValues as { readonly [C in RefusalCode]?: (refusal: Refusal) => Error })[refusal.code]?.(refusal);

/** The option by which a parameter of the program was given. */
const optionOf = (subcommand: Subcommand | undefined, parameter: string): string =>
  subcommand?.optionOf?.[parameter] ??
  parameter.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function shownOption(subcommand: Subcommand | undefined, parameter: string): string {
  const option = optionOf(subcommand, parameter);
  return option === subcommand?.word ? option.toUpperCase() : `--${option}`;
}

function issuesIn(issues: readonly z.core.$ZodIssue[], subcommand: Subcommand | undefined, values: Values): string {
  const isMissing = ({ path }: z.core.$ZodIssue) => values[optionOf(subcommand, path.join('-'))] === undefined;
  const all = issues.map((issue) => {
    const shown = shownOption(subcommand, issue.path.join('-'));
    return isMissing(issue) ? `${shown} is missing` : `${shown}: ${expectedBy(issue)}`;
  });
  return all.join('; ') + (issues.some(isMissing) ? ` (\`verbatim help ${subcommand?.name}\`)` : '');
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return `must have at most ${issue.maximum} characters`;
    case 'too_small':
      return Number(issue.minimum) <= 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    default:
      return issue.message;
  }
}

/** `a, b or c` */
export const oneOf = (values: readonly unknown[]): string => values.join(', ').replace(/, (?=[^,]*$)/, ' or ');
