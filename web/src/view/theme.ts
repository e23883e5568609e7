import { effect, signal } from '@preact/signals';

const themes = ['as the system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const stored = 'verbatim.theme';

export const theme = signal<Theme>(themes.find((one) => one === localStorage.getItem(stored)) ?? 'as the system');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(stored, theme.value);
});

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'as the system';
}
