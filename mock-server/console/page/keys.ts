/** Keys of the whole page: `/` to the filter, `g` and a letter to a panel, `?` for help, Escape back to the list. */
import { signal } from '@preact/signals';
import { panels } from './panels.ts';
import { goTo, route } from './route.ts';

export const isHelpOpen = signal(false);

export const followKeys = (): void => {
  let wasG = false;
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      onEscape(event);
      return;
    }
    if (isTyping(event.target)) return;
    const panel = wasG ? panels.find(({ key }) => key === event.key) : undefined;
    wasG = event.key === 'g' && !wasG;
    if (panel !== undefined) goTo(panel.id);
    else if (event.key === '?') isHelpOpen.value = !isHelpOpen.value;
    else if (event.key === '/') focusFilter();
    else return;
    event.preventDefault();
  });
};

const onEscape = (event: KeyboardEvent): void => {
  if (isHelpOpen.value) isHelpOpen.value = false;
  else if (event.target instanceof HTMLElement && isTyping(event.target)) event.target.blur();
  else if (route.value.rest.length > 0) goTo(route.value.panel);
};

const focusFilter = (): void => document.querySelector<HTMLInputElement>('[data-filter]')?.focus();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
