/** Light or dark: as the system has it, until somebody chooses. */
import { effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';

const themes = ['auto', 'light', 'dark'] as const;
const kept = 'understudy-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export const theme = signal<Theme>(themes.find((known) => known === localStorage.getItem(kept)) ?? 'auto');
const isSystemDark = signal(system.matches);

export const isDark = (): boolean => (theme.value === 'auto' ? isSystemDark.value : theme.value === 'dark');

export const followTheme = (): void => {
  system.addEventListener('change', ({ matches }) => {
    isSystemDark.value = matches;
  });
  effect(() => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  });
};

export const nextTheme = (): void => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  localStorage.setItem(kept, theme.value);
};
