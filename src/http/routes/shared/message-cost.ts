/** How many further requests a message, or a change of one, counts as. */
import { limits } from '../../../vocabulary/limits.ts';

export const messageCost = ({ mentioned, characters }: { readonly mentioned: number; readonly characters: number }) =>
  Math.floor(mentioned / limits.mentionedPerRequest) + Math.floor(characters / limits.messageCharactersPerRequest);
