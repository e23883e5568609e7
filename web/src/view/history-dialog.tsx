import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../api/connection.ts';
import type { Snapshot } from '../api/types.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Html } from '../html/html.tsx';
import { personName, streamName } from '../model/organization.ts';
import { Button, Trouble } from './fields.tsx';
import { Frame } from './frame.tsx';
import { wholeOf } from './time.ts';

/** Every version of a message, with its changes. */
export function HistoryDialog({ id }: { readonly id: number }) {
  const versions = useSignal<readonly Snapshot[]>([]);
  const next = useSignal<number | undefined>(0);
  const { trouble, attempt } = useAttempt();
  const load = () =>
    attempt(async () => {
      const offset = next.value ?? 0;
      const answer = await client.value.get('/messages/{message_id}/history', { message_id: id, offset });
      // Two clicks ask for the same versions.
      if (offset !== next.value) return;
      versions.value = [...versions.value, ...answer.message_history];
      next.value = answer.next_offset;
    });
  useEffect(() => void load(), [id]);
  return (
    <Frame title="Every version" class="wide">
      <ol class="versions">
        {versions.value.map((version, index) => (
          <li key={index}>
            <p class="byline">
              <b>{index === 0 ? 'Sent' : 'Changed'}</b>
              {version.user_id !== null && <span>by {personName(version.user_id)}</span>}
              <time>{wholeOf(version.timestamp)}</time>
            </p>
            {version.prev_topic !== undefined && (
              <p class="change">
                Topic: <del>{version.prev_topic}</del> → <ins>{version.topic}</ins>
              </p>
            )}
            {version.prev_stream !== undefined && (
              <p class="change">
                Moved here from <b>#{streamName(version.prev_stream)}</b>
              </p>
            )}
            {(index === 0 || version.content_html_diff !== undefined) && (
              <Html html={version.content_html_diff ?? version.rendered_content} class="version" />
            )}
          </li>
        ))}
      </ol>
      {next.value !== undefined && versions.value.length > 0 && (
        <Button label="Later versions" onClick={() => void load()} />
      )}
      <Trouble words={trouble.value} />
    </Frame>
  );
}
