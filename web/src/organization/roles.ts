/** The roles that people can have, and their words. */
export const roles = { member: 400, guest: 600, administrator: 200, owner: 100 } as const;
export type RoleName = keyof typeof roles;
const words: Readonly<Record<RoleName, string>> = {
  member: 'Member',
  guest: 'Guest',
  administrator: 'Administrator',
  owner: 'Owner',
};
const names = Object.keys(roles) as readonly RoleName[];

export const roleWords = (role: number): string => {
  const name = names.find((one) => roles[one] === role);
  return name === undefined ? String(role) : words[name];
};

/** What a list of roles offers. */
export const rolesWhere = (isOffered: (name: RoleName) => boolean): Readonly<Record<RoleName, string>> =>
  Object.fromEntries(names.filter(isOffered).map((name) => [name, words[name]])) as typeof words;

type Rights = { readonly is_owner?: boolean; readonly is_admin?: boolean; readonly is_guest?: boolean };

export function roleOf({ is_owner: isOwner, is_admin: isAdministrator, is_guest: isGuest }: Rights): RoleName {
  if (isOwner) return 'owner';
  return isAdministrator ? 'administrator' : isGuest ? 'guest' : 'member';
}
