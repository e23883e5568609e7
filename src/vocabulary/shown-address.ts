/** An address may contain a password or a token, so that only scheme, host and path are shown. Null if it is not an address. */
export function shownAddress(address: string): string | null {
  const found = /^(https?:\/\/)(?:[^/?#@]*@)?([^?#]*)/i.exec(address);
  return found ? `${found[1]}${found[2]}` : null;
}
