/** The display settings of a user, and their defaults. The time zone is not among them, because others see it. */
import { z } from 'zod';
import { Language } from './realm-settings.ts';

const oneOfThree = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const emojisets = ['google', 'google-blob', 'twitter', 'text'] as const;

export const DisplaySettings = z.object({
  color_scheme: oneOfThree,
  default_language: Language,
  demote_inactive_streams: oneOfThree,
  dense_mode: z.boolean(),
  emojiset: z.enum(emojisets),
  fluid_layout_width: z.boolean(),
  high_contrast_mode: z.boolean(),
  left_side_userlist: z.boolean(),
  starred_message_counts: z.boolean(),
  translate_emoticons: z.boolean(),
  twenty_four_hour_time: z.boolean(),
});
export type DisplaySettings = z.infer<typeof DisplaySettings>;

export const displayDefaults: DisplaySettings = {
  color_scheme: 1,
  default_language: 'en',
  demote_inactive_streams: 1,
  dense_mode: true,
  emojiset: 'google',
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: false,
  translate_emoticons: false,
  twenty_four_hour_time: false,
};

/** A user's settings, with the defaults for those that they have not set. */
export const displayOf = ({ display }: { readonly display?: Partial<DisplaySettings> }): DisplaySettings => ({
  ...displayDefaults,
  ...display,
});

/** Whether it is a name in the time zone database; offsets are not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // The constructor throws for an unknown name.
    return false;
  }
}
