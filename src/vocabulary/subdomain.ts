/** What names an organization: the first part of its host name. */
export const subdomainForm = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
