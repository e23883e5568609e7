import { useLayoutEffect, useRef } from 'preact/hooks';
import { enhance } from './enhance.ts';
import { fragmentOf } from './safe-html.ts';

/** Shows HTML that the server rendered. */
export function Html({
  html,
  ...attributes
}: {
  readonly html: string;
  readonly class?: string;
  readonly id?: string;
}) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = fragmentOf(html);
    enhance(fragment);
    element.current?.replaceChildren(fragment);
    // Elements that scroll sideways are focusable, so that the keyboard can scroll them.
    for (const one of element.current?.querySelectorAll('pre, table, .katex-display') ?? [])
      if (one.scrollWidth > one.clientWidth) one.setAttribute('tabindex', '0');
  }, [html]);
  return <div ref={element} {...attributes} class={`rendered ${attributes.class ?? ''}`} />;
}
