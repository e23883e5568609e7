/** An address may carry a password or a token, so only scheme, host and path are shown. Null where it is no address. */
export function shownAddress(address: string): string | null {
  const found = /^(https?:\/\/)(?:[^/?#@]*@)?([^?#]*)/i.exec(address);
  return found ? `${found[1]}${found[2]}` : null;
}
