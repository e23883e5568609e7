/** `realm_user` of a registration. */

import type { UserDocument } from '../../projections/users.ts';
import { mapWithBreaks } from '../define/breaks.ts';
import { type MemberPolicy, policyObstacle } from '../vocabulary/realm-settings.ts';
import { isAdministrator, owner } from '../vocabulary/roles.ts';
import { isSystemBot } from '../vocabulary/system-bots.ts';
import { avatarUrl, mediumAvatarUrl } from '../wire/avatar.ts';
import { profileData } from '../wire/profile-data.ts';
import { type RealmUserRow, realmUserRow, type UserRow, userRow } from '../wire/user.ts';
import { seesHidden, seesPublic, usersOf } from './realm.ts';
import type { RegisterContext, StateReader } from './register-context.ts';

export const registerUsers: StateReader<'realm_user'> = async (context) => {
  const all = await usersOf(context.view, context.realmId);
  return {
    ...(await cachedRows(context, all)),
    ...ownFields(context),
    ...ownRights(
      context,
      all.find(({ userId }) => userId === context.user.bot?.ownerId),
    ),
  };
};

type Rows = {
  readonly realm_users: readonly RealmUserRow[];
  readonly realm_non_active_users: readonly RealmUserRow[];
  readonly cross_realm_bots: readonly UserRow[];
};

const lists = new WeakMap<readonly UserDocument[], { readonly form: string; readonly rows: Rows }>();

/** The rows of all users. Returns the cached lists if `all` is the same array and the rows have the same form. */
async function cachedRows(
  { realm, user: viewer, clientGravatar }: RegisterContext,
  all: readonly UserDocument[],
): Promise<Rows> {
  const seesAll = seesHidden(realm, viewer);
  const form = `${clientGravatar} ${seesAll} ${realm.profileFields.map(({ id }) => id)}`;
  const known = lists.get(all);
  if (known?.form === form) return known.rows;
  const options = ({ profile }: UserDocument) => ({
    clientGravatar,
    seesHidden: seesAll,
    profileData: profileData(realm.profileFields, profile),
  });
  // Frozen, because they are shared, and because the text of such a list is cached with it.
  const rowsOf = async (active: boolean): Promise<readonly RealmUserRow[]> =>
    Object.freeze(
      await mapWithBreaks(
        all.filter((user) => user.active === active && !isSystemBot(user)),
        (user) => realmUserRow(user, options(user)),
      ),
    );
  const rows = {
    realm_users: await rowsOf(true),
    realm_non_active_users: await rowsOf(false),
    cross_realm_bots: all.filter(isSystemBot).map((user) => userRow(user, options(user))),
  };
  lists.set(all, { form, rows });
  return rows;
}

/** The caller's own fields. The avatar is always included, even if the client computes gravatars itself. */
const ownFields = ({ user }: RegisterContext) => ({
  user_id: user.userId,
  email: user.email,
  delivery_email: user.deliveryEmail ?? user.email,
  full_name: user.fullName,
  avatar_source: user.avatar ? 'U' : 'G',
  avatar_url: avatarUrl(user),
  avatar_url_medium: mediumAvatarUrl(user),
  is_admin: isAdministrator(user.role),
  is_owner: user.role === owner,
  is_guest: !seesPublic(user),
  enter_sends: false,
});

/** A bot may do what its owner may. */
function ownRights({ user, realm: { settings }, now }: RegisterContext, botOwner: UserDocument | undefined) {
  const admitted = (policy: MemberPolicy): boolean =>
    seesPublic(user) && policyObstacle(settings, policy, botOwner ?? user, now) === undefined;
  return {
    can_create_streams: admitted(settings.create_stream_policy),
    can_subscribe_other_users: admitted(settings.invite_to_stream_policy),
  };
}
