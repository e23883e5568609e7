/** The roles of users, by their codes in the API. */
import { z } from 'zod';

export const Role = z.union([z.literal(100), z.literal(200), z.literal(400), z.literal(600)]);
export type Role = z.infer<typeof Role>;

export const owner = 100 satisfies Role;
export const administrator = 200 satisfies Role;
export const member = 400 satisfies Role;
export const guest = 600 satisfies Role;

/** Owners are administrators too. */
export const isAdministrator = (role: Role): boolean => role === owner || role === administrator;

/** 1: generic; 2: incoming webhook; 3: outgoing webhook. */
export const BotType = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type BotType = z.infer<typeof BotType>;
export const genericBot = 1 satisfies BotType;
export const incomingWebhookBot = 2 satisfies BotType;
export const outgoingWebhookBot = 3 satisfies BotType;
