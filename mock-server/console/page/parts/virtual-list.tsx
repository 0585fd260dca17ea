/**
 * A list of any length, of which only what can be seen is in the page. Arrows, Home, End, Page Up and Page Down choose; Enter opens.
 * While it is scrolled down, what is added at the top does not move what is read.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export type VirtualListProps<Row> = {
  readonly label: string;
  readonly count: number;
  /** Of the row that stands at a place, from 0 at the top. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string | number;
  readonly draw: (row: Row) => ComponentChildren;
  readonly rowHeight: number;
  /** The key of the row that is open. */
  readonly open: string | number | undefined;
  readonly onOpen: (row: Row) => void;
};

/** Rows beyond the edges, so that there is no white while it is scrolled. */
const beyond = 8;

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, count, rowAt, keyOf, draw, rowHeight, open, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [chosen, setChosen] = useState<string | number | undefined>(open);
  const before = useRef(count);

  const look = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 600 } = box.current ?? {};
    setView((last) => (last.top === top && last.height === height ? last : { top, height }));
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const added = count - before.current;
    before.current = count;
    if (added > 0 && box.current !== null && box.current.scrollTop > 0) box.current.scrollTop += added * rowHeight;
    look();
  }, [count, rowHeight]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - beyond);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + beyond);
  const rows: { readonly index: number; readonly row: Row }[] = [];
  for (let index = first; index < last; index++) {
    const row = rowAt(index);
    if (row !== undefined) rows.push({ index, row });
  }

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(count - 1, to));
    const row = rowAt(index);
    const { current } = box;
    if (row === undefined || current === null) return;
    setChosen(keyOf(row));
    const top = index * rowHeight;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + rowHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top + rowHeight - current.clientHeight;
    // Not when it is told to have been scrolled: until then the next key would find other rows.
    look();
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = rows.find(({ row }) => keyOf(row) === chosen)?.index ?? first - 1;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const targets: { readonly [key: string]: number } = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    const row = rowAt(at);
    if (target !== undefined) move(target);
    else if (event.key === 'Enter' && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };
  const idOf = (row: Row): string => `${label}-${keyOf(row)}`.replaceAll(/\W+/g, '-');
  const active = rows.find(({ row }) => keyOf(row) === chosen);

  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active && idOf(active.row)}
      onScroll={look}
      onKeyDown={onKey}
    >
      <div class="virtual-space" style={{ height: `${count * rowHeight}px` }}>
        {rows.map(({ index, row }) => {
          const key = keyOf(row);
          return (
            <div
              key={key}
              id={idOf(row)}
              role="option"
              class={key === chosen ? 'row chosen' : 'row'}
              aria-selected={key === open}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => {
                setChosen(key);
                onOpen(row);
              }}
            >
              {draw(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
