/** Tasks for the process that has the data open: one command line requests them, and another process performs them. */
import { z } from 'zod';
import type { Application } from './application.ts';
import type { Answer } from './data-lock.ts';
import { describeError } from './error-message.ts';
import { sendLine } from './json-lines.ts';
import { firstAnswer, holderOf } from './sockets.ts';
import type { Notify, Reply, Task } from './subcommand.ts';
import { type PauseParts, PauseRequest, pauseFor } from './while-nobody-writes.ts';

const Request = z.object({ task: z.string(), values: z.record(z.string(), z.unknown()) });
type Request = z.infer<typeof Request>;

const ReplyForm = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), lines: z.array(z.string()), exit: z.int().optional() }),
  z.object({ ok: z.literal(false), why: z.string(), misused: z.literal(true).optional() }),
]);

/** The progress of a task. There may be any number of these before the reply. */
const Told = z.union([z.object({ told: z.string() }), z.object({ printed: z.string() })]);
type Told = z.infer<typeof Told>;

/** Requests a task from the process that has `data` open. Undefined if there is none. */
export async function ask(data: string, request: Request, notify?: Notify, print?: Notify): Promise<Reply | undefined> {
  const holder = await holderOf(data);
  if (!holder) return undefined;
  sendLine(holder.socket, request);
  let line = await firstAnswer(holder, (told) => notify?.(told));
  for (let told = Told.safeParse(line); told.success; told = Told.safeParse(line)) {
    if ('told' in told.data) notify?.(told.data.told);
    else print?.(told.data.printed);
    line = await holder.lines.next();
  }
  const reply = ReplyForm.safeParse(line);
  holder.socket.destroy();
  return reply.success ? reply.data : { ok: false, why: 'the running server stopped before it answered' };
}

/** Answers the requests of other processes. */
export const answerTasks =
  (tasks: readonly Task[], application: Application, logger: PauseParts['logger']): Answer =>
  async (request, send, gone) => {
    const pause = PauseRequest.safeParse(request);
    if (pause.success) return pausedFor(pause.data, { log: application.log, logger }, send, gone);
    const known = Request.safeParse(request);
    const task = known.success ? tasks.find(({ name }) => name === known.data.task) : undefined;
    if (!known.success || !task)
      return { ok: false, why: 'the running server does not know this command: is it of another version?' };
    const notify: Notify = (told) => send({ told } satisfies Told);
    const print: Notify = (printed) => send({ printed } satisfies Told);
    return perform(task, known.data.values, application, notify, print);
  };

async function pausedFor(
  request: PauseRequest,
  parts: PauseParts,
  send: (value: unknown) => void,
  gone: Promise<void>,
): Promise<Reply> {
  try {
    await pauseFor(request, parts, send, gone);
    return { ok: true, lines: [] };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

/** Performs a task. Never rejects: an error is in the reply. */
export async function perform(
  task: Task,
  values: Request['values'],
  application: Application,
  notify: Notify,
  print?: Notify,
): Promise<Reply> {
  try {
    const outcome = await task.perform(application, task.input.parse(values), notify, print);
    return 'exit' in outcome
      ? { ok: true, lines: [...outcome.lines], exit: outcome.exit }
      : { ok: true, lines: [...outcome] };
  } catch (error) {
    return { ok: false, ...describeError(error, task, values) };
  }
}
