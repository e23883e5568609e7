/** The path id of an uploaded file for clients: the part of its address after `/user_uploads/`. */
export const pathIdOf = (
  realmId: number,
  { folder, token, name }: { readonly folder: string; readonly token: string; readonly name: string },
): string => `${realmId}/${folder}/${token}/${name}`;
