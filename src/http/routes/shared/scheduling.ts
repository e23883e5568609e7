/** POST /messages with a `delivery_type`: the message is sent later. */
import { z } from 'zod';
import type { Destination } from '../../../../commands/message/place-rules.ts';
import { scheduleMessage } from '../../../../commands/scheduled/schedule-message.ts';
import type { Call } from '../../../define/endpoint.ts';
import { isTimezone } from '../../../vocabulary/display-settings.ts';
import { described } from '../../openapi/described.ts';
import { deliveryTime } from '../../request/delivery-time.ts';
import { idempotencyOf } from '../../request/idempotency-key.ts';
import { invalid } from '../../request/parameter-errors.ts';
import { raw } from '../../request/parameters.ts';
import { ProblemError, plain } from '../../response/problem.ts';
import type { ServicesRunning } from '../../services.ts';

const deliveryTypes = z.enum(['send_now', 'send_later', 'remind'], { error: 'Invalid delivery_type' });
const timezone = z
  .string()
  .max(50)
  .refine((name) => name === '' || isTimezone(name), { error: 'Invalid tz_guess' });

export const schedulingParameters = {
  delivery_type: described(
    raw(deliveryTypes).default('send_now'),
    'When it is sent. `send_now`: at once. `send_later`: at `deliver_at`. `remind`: by the Notification Bot at `deliver_at`, as a reminder.',
    'send_later',
  ),
  deliver_at: described(
    raw().optional(),
    'The time of sending: a full date, optionally with a time of day and an offset. Required with `send_later` and `remind`.',
    '2030-01-31 12:00',
  ),
  tz_guess: described(
    raw(timezone).optional(),
    "The time zone of a `deliver_at` without an offset. Default: the caller's time zone.",
    'Europe/Oslo',
  ),
} as const;

type Scheduling = {
  readonly content: string;
  readonly delivery_type: z.infer<typeof deliveryTypes>;
  readonly deliver_at?: string | undefined;
  readonly tz_guess?: string | undefined;
};

/** Throws a problem for a `deliver_at` with `send_now`, because a message that was sent at once cannot be taken back. */
export function isScheduled({ delivery_type: type, deliver_at: at }: Scheduling): boolean {
  if (type === 'send_now' && at !== undefined)
    throw new ProblemError(invalid('deliver_at requires delivery_type send_later or remind'));
  return type !== 'send_now';
}

/** Answers with the time of delivery once the scheduled message is on the disk. Throws problems and `Refused`. */
export async function schedule(
  call: Call<Scheduling>,
  { run, realm }: Pick<ServicesRunning<typeof scheduleMessage>, 'run' | 'realm'>,
  to: Destination,
): Promise<{ readonly deliver_at: string }> {
  const { content, delivery_type: type, deliver_at: sent, tz_guess: guess } = call.parameters;
  if (sent === undefined) throw new ProblemError(plain('Missing deliver_at in a request for delayed message delivery'));
  const { at: deliverAt, text } = deliveryTime(
    sent,
    guess || realm(call.realmId).people.byId.get(call.userId)?.timezone || 'UTC',
  );
  const reminder = type === 'remind';
  const idempotency = idempotencyOf(call.headers, call.userId, { to, content, deliverAt, reminder });
  await run(scheduleMessage, { to, content, deliverAt, asOf: Date.now(), reminder, idempotency }, call);
  return { deliver_at: text };
}
