import { tellShortly } from './toast.tsx';

/** `told`: what is shown once the text is copied. Browsers forbid it to pages that were loaded without TLS. */
export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellShortly(told);
  } catch {
    tellShortly('The browser does not let this page copy.');
  }
}
