/** The keys, shown after a `?`. */
import { useEffect, useRef } from 'preact/hooks';
import { isHelpOpen } from './keys.ts';
import { panels } from './panels.ts';

export const KeyHelp = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="key-help"
      aria-label="Keys"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2>Keys</h2>
      <dl>
        {[
          ['/', 'to the filter'],
          ['↑ ↓ Home End', 'through a list'],
          ['Enter', 'open what is chosen'],
          ['Esc', 'back'],
          ...panels.map(({ key, title }) => [`g ${key}`, title] as const),
        ].map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
};
