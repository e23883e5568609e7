import { useLayoutEffect, useRef } from 'preact/hooks';
import { enhance } from './enhance.ts';
import { fragmentOf } from './safe-html.ts';

/** Rendered HTML, as the server made it. */
export function Html({ html, class: name }: { readonly html: string; readonly class?: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = fragmentOf(html);
    enhance(fragment);
    element.current?.replaceChildren(fragment);
    // What scrolls sideways must be within reach of the keyboard.
    for (const one of element.current?.querySelectorAll('pre, table, .katex-display') ?? [])
      if (one.scrollWidth > one.clientWidth) one.setAttribute('tabindex', '0');
  }, [html]);
  return <div ref={element} class={`rendered ${name ?? ''}`} />;
}
