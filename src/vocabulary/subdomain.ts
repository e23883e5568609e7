/** The first part of an organization's host name, by which it is found. */
export const subdomainForm = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
