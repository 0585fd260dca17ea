/** The real-time sessions, newest first, and one of them as it streams. */
import { useState } from 'preact/hooks';
import type { SessionNews } from '../../../../spec/schemas/feed.ts';
import { count } from '../figures.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Empty } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { When } from '../parts/when.tsx';
import { replaceWith } from '../route.ts';
import { isChosen, sessions as known } from '../store.ts';
import { SessionDetail } from './session-detail.tsx';

const Sockets = ({ rest: [open] }: PanelProps) => {
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const fits = (session: SessionNews): boolean =>
    isChosen(session.account_id) &&
    (status === '' || session.status === status) &&
    (text === '' || `${session.id} ${session.endpoint} ${session.tier ?? ''}`.includes(text));
  const shown = known.list.value.filter(fits);
  return (
    <div class={open === undefined ? 'split' : 'split is-open'}>
      <div class="split-list">
        <div class="filters">
          <FilterBox label="Filter sessions" value={text} onChange={setText} />
          <Choice label="Status" value={status} onChange={setStatus} of={statuses} />
          <span class="faint figure">{count(shown.length)}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>
            {known.list.value.length === 0
              ? 'No session yet. Create one and connect its socket, or speak into one under “Try it”.'
              : 'No session fits the filter.'}
          </Empty>
        ) : (
          <VirtualList
            label="Sessions"
            count={shown.length}
            rowAt={(index) => shown[shown.length - 1 - index]}
            keyOf={({ id }) => id}
            rowHeight={52}
            open={open}
            onOpen={({ id }) => replaceWith('sockets', id)}
            draw={(session) => (
              <>
                <span class="grow">
                  <strong>{titleOf(session)}</strong>
                  <code class="faint">{session.id}</code>
                </span>
                <span class="row-end">
                  <StatusBadge status={session.status} />
                  <span class="faint">
                    <When at={session.created_at} />
                  </span>
                </span>
              </>
            )}
          />
        )}
      </div>
      <div class="split-detail">
        {open === undefined ? (
          <Empty>Choose a session to see what streams, and what it costs.</Empty>
        ) : (
          <SessionDetail key={open} id={open} />
        )}
      </div>
    </div>
  );
};

const titleOf = ({ endpoint, tier }: SessionNews): string =>
  tier === null ? 'Voice Changer' : `${endpoint.startsWith('full') ? 'Full Live Swap' : endpoint}, ${tier}`;

const statuses = ['created', 'streaming', 'closing', 'ended'].map((one) => [one, one] as const);

export const sockets: Panel = {
  id: 'sockets',
  title: 'Live sockets',
  icon: 'M2 8h1.500M5 5v6M8 2.500v11M11 5.500v5M12.500 8H14',
  key: 'k',
  group: 'See',
  view: Sockets,
};
