/**
 * The addresses of files, outside `/api/v1`. `/user_uploads/<path id>` is for users who may read the file, by HTTP Basic or `?api_key=`.
 * `/user_uploads/temporary/<token>/<name>` is for everybody with the address. A file that the caller may not read is answered like one that
 * does not exist.
 */
import { fileAt, type ReadableFile, readableFile } from '../../queries/file-access.ts';
import { avatarOf, imageAt } from '../../queries/images.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import type { Context, Middleware } from '../request/request-context.ts';
import { percentDecoded, queryOf } from '../request/strict.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { notAllowed, notFound } from '../response/problem-of.ts';
import type { Services } from '../services.ts';
import { type Sending, sendFile } from './send-file.ts';
import { pathIdIn } from './temporary-url.ts';

const uploads = '/user_uploads/';
const temporary = `${uploads}temporary/`;

export const fileNotFound: Problem = { status: 404, msg: 'File not found.' };
const invalidToken: Problem = { status: 400, msg: 'Invalid token' };
const invalidName: Problem = { status: 400, msg: 'Invalid filename' };

type Opening = Parameters<typeof sendFile>[2];
type Reading = Pick<Services, 'secrets' | 'contents' | 'now' | 'read' | 'state'>;

const images = '/user_avatars/';

/** Answers GET and HEAD of the addresses that begin with the prefix. */
const under =
  (prefix: string, answer: Middleware): Middleware =>
  (context, next) => {
    const { path, state, method } = context;
    if (!path.startsWith(prefix)) return next();
    state.route = { method: 'GET', path: prefix };
    if (method !== 'GET' && method !== 'HEAD') throw new ProblemError(notAllowed(['GET', 'HEAD']));
    return answer(context, next);
  };

/** Serves `/user_avatars/<organization>/<name>` to everybody with the address, which cannot be guessed. */
export const serveImages = (services: Reading, sending: Sending): Middleware =>
  under(images, async (context) => {
    const { realmId } = context.state;
    assertActive(services, realmId);
    const [realm, ...rest] = context.path.slice(images.length).split('/');
    const image =
      realmId === undefined || realm !== String(realmId)
        ? undefined
        : await services.read((view) => imageAt(view, realmId, rest.join('/')));
    if (realmId === undefined || !image) throw new ProblemError(notFound);
    const name = `image.${image.type.split('/')[1]}`;
    const open: Opening = (range) => services.contents.open(realmId, image.sha256, range);
    await sendFile(context, sending, open, { ...image, name, immutable: true });
  });

/** Throws if the query cannot be read, for example because it has too many parameters. */
const accessOf = (context: Context): 'key' | 'user' => (queryOf(context).api_key === undefined ? 'user' : 'key');

const avatarsOf = '/avatar/';

/**
 * Redirects `/avatar/<address or id>` to the current avatar of a user, and `/avatar/<address or id>/medium` to the one for larger views. It
 * requires credentials, because the answer shows which users exist.
 */
export const redirectToAvatars = (services: Reading, authenticate: Middleware): Middleware =>
  under(avatarsOf, (context) => {
    const { path, state } = context;
    state.access = accessOf(context);
    return authenticate(context, async () => {
      const { realmId } = state;
      const who = percentDecoded(path.slice(avatarsOf.length));
      if (realmId === undefined || who === undefined) throw new ProblemError(notFound);
      context.redirect(await services.read((view) => avatarOf(view, realmId, who)));
    });
  });

/** `authenticate` also counts the request against the caller's limit. */
export const serveFiles = (services: Reading, authenticate: Middleware, sending: Sending): Middleware =>
  under(uploads, (context) => {
    if (context.path.startsWith(temporary)) return sendTemporary(context, services, sending);
    context.state.access = accessOf(context);
    return authenticate(context, () => sendUpload(context, services, sending));
  });

async function sendUpload(context: Context, services: Reading, sending: Sending): Promise<void> {
  const { realmId, userId } = context.state;
  const pathId = percentDecoded(context.path.slice(uploads.length));
  const file =
    realmId === undefined || userId === undefined || pathId === undefined
      ? undefined
      : await services.read((view) => readableFile(view, realmId, userId, pathId));
  await send(context, services, sending, realmId, file);
}

/** For addresses that need no credentials. Throws `Refused` if the organization is deactivated. */
function assertActive({ state }: Reading, realmId: RealmId | undefined): void {
  if (realmId !== undefined && state.realms.get(realmId)?.realm.deactivated)
    throw new Refused({ code: 'realm-deactivated' });
}

async function sendTemporary(context: Context, services: Reading, sending: Sending): Promise<void> {
  const { realmId } = context.state;
  assertActive(services, realmId);
  const [token = '', name = ''] = context.path.slice(temporary.length).split('/');
  const pathId = realmId && pathIdIn(services.secrets, realmId, token, services.now());
  if (!realmId || !pathId) throw new ProblemError(invalidToken);
  if (percentDecoded(name) !== pathId.split('/').at(-1)) throw new ProblemError(invalidName);
  await send(context, services, sending, realmId, await services.read((view) => fileAt(view, realmId, pathId)));
}

async function send(
  context: Context,
  { contents }: Reading,
  sending: Sending,
  realmId: RealmId | undefined,
  file: ReadableFile | undefined,
): Promise<void> {
  if (realmId === undefined) throw new ProblemError(notFound);
  if (!file) throw new ProblemError(fileNotFound);
  await sendFile(context, sending, (range) => contents.open(realmId, file.sha256, range), file);
}
