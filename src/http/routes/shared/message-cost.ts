/** How many further requests a long text counts as, and a message or a change of one. */
import { limits } from '../../../vocabulary/limits.ts';

export const textCost = ({ characters }: { readonly characters: number }): number =>
  Math.floor(characters / limits.eventCharactersPerRequest);

export const messageCost = (message: { readonly mentioned: number; readonly characters: number }): number =>
  Math.floor(message.mentioned / limits.mentionedPerRequest) + textCost(message);
