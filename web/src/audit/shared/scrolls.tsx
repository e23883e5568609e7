import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Content that is wider than the screen scrolls sideways. It is focusable then, so that the keyboard can scroll it. */
export function Scrolls({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    if (!own) return undefined;
    const measured = new ResizeObserver(() => {
      if (own.scrollWidth > own.clientWidth) own.setAttribute('tabindex', '0');
      else own.removeAttribute('tabindex');
    });
    measured.observe(own);
    for (const part of own.children) measured.observe(part);
    return () => measured.disconnect();
  }, []);
  return (
    <section ref={box} class="scrolls-sideways" aria-label={label}>
      {children}
    </section>
  );
}
