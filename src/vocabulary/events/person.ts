/**
 * Events of `person-…`: the personal data that an erasure removes. The events of a new person are appended before the `directory-…` event
 * that adds the user.
 */
import { z } from 'zod';
import { ProfileFieldId, UserId } from '../ids.ts';
import { StoredImage } from '../images.ts';
import { KeptLeaf } from './leaf.ts';

export const personEvents = {
  PersonDescribed: z.object({ userId: UserId, fullName: z.string(), email: z.string(), timezone: z.string() }),
  FullNameChanged: z.object({ userId: UserId, fullName: z.string(), previousFullName: z.string() }),
  /** With a null avatar, clients show a gravatar again. `previous`: the SHA-256 of the previous image. */
  AvatarChanged: z.object({
    userId: UserId,
    version: z.int().positive(),
    avatar: StoredImage.nullable(),
    previous: z.string().nullable(),
  }),
  /** The contents of the person's log stream are removed. From here on everybody sees this name and address. */
  PersonErased: z.object({ userId: UserId, fullName: z.string(), email: z.string(), leaves: z.array(KeptLeaf) }),
  TimezoneChanged: z.object({ userId: UserId, timezone: z.string(), previousTimezone: z.string() }),
  /** A null value removes the field's value. `rendered` is present only for Markdown fields. */
  ProfileDataChanged: z.object({
    userId: UserId,
    values: z.array(
      z.object({ fieldId: ProfileFieldId, value: z.string().nullable(), rendered: z.string().optional() }),
    ),
  }),
} as const;
