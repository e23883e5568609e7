/** An export for review as mail: one message (RFC 5322) for each conversation and day, with the transcript as its text. */
import { envelopeOf } from './envelope.ts';
import { internetMessage } from './internet-message.ts';
import type { Renderer, Rendering } from './renderer.ts';
import { transcript } from './transcript.ts';

export function emlRenderer(rendering: Rendering): Renderer {
  return {
    async slice(slice) {
      const envelope = envelopeOf(slice, rendering);
      if (!envelope) return;
      const { title, members, path, headers } = envelope;
      const bytes = Buffer.from(transcript(slice, title, slice.entries, members));
      const boundary = `verbatim-${path.replace('/', '-')}`.slice(0, 70);
      await rendering.output.add(
        `${path}.eml`,
        internetMessage(headers, [{ type: 'text/plain; charset=utf-8', bytes }], boundary),
      );
    },
    end: async () => undefined,
  };
}
