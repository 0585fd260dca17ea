/** All that came and went, newest first: requests, attempts of webhooks, steps of sockets. One of them opens with all that was said. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { JournalNews } from '../../../../spec/schemas/feed.ts';
import { count } from '../figures.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { Badge, CodeBadge } from '../parts/badge.tsx';
import { Empty } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { When } from '../parts/when.tsx';
import { FilteredRows } from '../journal-rows.ts';
import { replaceWith } from '../route.ts';
import { account, journal as all } from '../store.ts';
import { Exchange } from './exchange.tsx';

const Journal = ({ rest: [open] }: PanelProps) => {
  const [text, setText] = useState('');
  const [kind, setKind] = useState('');
  const [status, setStatus] = useState('');
  const [operation, setOperation] = useState('');
  const filtered = useRef(new FilteredRows());
  const version = all.version.value;
  const chosen = account.value;
  const fits = useMemo(
    () => fitsFor({ text: text.toLowerCase(), kind, status, operation, chosen }),
    [text, kind, status, operation, chosen],
  );
  const shown = filtered.current.of(all, fits);
  const operations = useOperations(version);
  return (
    <div class={open === undefined ? 'split' : 'split is-open'}>
      <div class="split-list">
        <div class="filters">
          <FilterBox label="Filter entries" value={text} onChange={setText} />
          <Choice label="Kind" value={kind} onChange={setKind} of={kinds} />
          <Choice label="Status" value={status} onChange={setStatus} of={statuses} />
          <Choice label="Operation" value={operation} onChange={setOperation} of={operations} />
          <span class="faint figure">{count(shown.length)}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>
            {all.rows.length === 0
              ? 'Nothing came yet. Each request, webhook and socket leaves an entry here.'
              : 'No entry fits the filter.'}
          </Empty>
        ) : (
          <VirtualList
            label="Journal"
            count={shown.length}
            rowAt={(index) => shown[shown.length - 1 - index]}
            keyOf={({ seq }) => seq}
            rowHeight={34}
            open={open === undefined ? undefined : Number(open)}
            onOpen={({ seq }) => replaceWith('journal', seq)}
            draw={(row) => <Line row={row} />}
          />
        )}
      </div>
      <div class="split-detail">
        {open === undefined ? (
          <Empty>Choose an entry to see all that was said.</Empty>
        ) : (
          <Exchange key={open} seq={Number(open)} />
        )}
      </div>
    </div>
  );
};

const Line = ({ row: { at, kind, what, status, faults, notes } }: { row: JournalNews }) => {
  const space = what.indexOf(' ');
  const [first, rest] = [what.slice(0, space), what.slice(space + 1)];
  return (
    <>
      <When at={at} />
      {/* A step of a socket has a code where it was refused or has ended; else its own name says what it was. */}
      {kind === 'socket' && status === null ? <Badge>{first}</Badge> : <CodeBadge code={status} />}
      <span class="method">{kind === 'request' ? first : kind}</span>
      <span class="grow path">{kind === 'socket' && status !== null ? what : rest}</span>
      {faults.length > 0 && <Badge tone="warn">{faults.length === 1 ? 'fault' : `${faults.length} faults`}</Badge>}
      {notes > 0 && <Badge tone="info">{notes === 1 ? 'note' : `${notes} notes`}</Badge>}
    </>
  );
};

const kinds = [
  ['request', 'requests'],
  ['delivery', 'webhooks'],
  ['socket', 'sockets'],
] as const;

const statuses = [
  ['2', '2xx'],
  ['3', '3xx'],
  ['4', '4xx'],
  ['5', '5xx'],
  ['none', 'no answer'],
] as const;

type Question = {
  readonly text: string;
  readonly kind: string;
  readonly status: string;
  readonly operation: string;
  readonly chosen: string;
};

const fitsFor =
  ({ text, kind, status, operation, chosen }: Question) =>
  (row: JournalNews): boolean =>
    (chosen === '' || row.account_id === null || row.account_id === chosen) &&
    (kind === '' || row.kind === kind) &&
    (operation === '' || row.operation === operation) &&
    (status === '' ||
      (row.status === null ? 'none' : row.status < 1_000 ? String(row.status).slice(0, 1) : '') === status) &&
    (text === '' || row.what.toLowerCase().includes(text) || row.detail?.toLowerCase().includes(text) === true);

/** The operations that were called so far. */
const useOperations = (version: number): readonly (readonly [string, string])[] => {
  const seen = useRef({ names: new Set<string>(), looked: 0, epoch: -1 });
  return useMemo(() => {
    const { current } = seen;
    if (current.epoch !== all.epoch) Object.assign(current, { names: new Set<string>(), looked: 0, epoch: all.epoch });
    for (; current.looked < all.rows.length; current.looked++) {
      const operation = all.rows[current.looked]?.operation ?? null;
      if (operation !== null) current.names.add(operation);
    }
    return [...current.names].sort().map((name) => [name, name] as const);
  }, [version]);
};

export const journal: Panel = {
  id: 'journal',
  title: 'Journal',
  icon: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  key: 'r',
  group: 'See',
  view: Journal,
};
