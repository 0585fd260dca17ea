/** Short news at the edge of the page, which screen readers say aloud: what was done, and what went wrong. */
import { signal } from '@preact/signals';

export type Note = { readonly id: number; readonly text: string; readonly tone: 'good' | 'bad' };

export const notes = signal<readonly Note[]>([]);

let last = 0;
const shownMs = 5_000;

export const announce = (text: string, tone: Note['tone'] = 'good'): void => {
  const id = ++last;
  notes.value = [...notes.value.slice(-2), { id, text, tone }];
  setTimeout(() => {
    notes.value = notes.value.filter((note) => note.id !== id);
  }, shownMs);
};
