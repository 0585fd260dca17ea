/** The webhooks, newest first, and one of them with every attempt, its signature, and ways to send it again. */
import { useState } from 'preact/hooks';
import type { DeliveryNews } from '../../../../spec/schemas/feed.ts';
import { count } from '../figures.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Empty } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { When } from '../parts/when.tsx';
import { replaceWith } from '../route.ts';
import { deliveries as known, isChosen } from '../store.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

const Deliveries = ({ rest: [open] }: PanelProps) => {
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const fits = (delivery: DeliveryNews): boolean =>
    isChosen(delivery.account_id) &&
    (status === '' || delivery.status === status) &&
    (text === '' || `${delivery.id} ${delivery.job_id} ${delivery.url}`.includes(text));
  const shown = known.list.value.filter(fits);
  return (
    <div class={open === undefined ? 'split' : 'split is-open'}>
      <div class="split-list">
        <div class="filters">
          <FilterBox label="Filter deliveries" value={text} onChange={setText} />
          <Choice label="Status" value={status} onChange={setStatus} of={statuses} />
          <span class="faint figure">{count(shown.length)}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>
            {known.list.value.length === 0
              ? 'No webhook yet. Submit a job with a callback_url, and it is sent when the job ends.'
              : 'No delivery fits the filter.'}
          </Empty>
        ) : (
          <VirtualList
            label="Deliveries"
            count={shown.length}
            rowAt={(index) => shown[shown.length - 1 - index]}
            keyOf={({ id }) => id}
            rowHeight={52}
            open={open}
            onOpen={({ id }) => replaceWith('deliveries', id)}
            draw={(delivery) => (
              <>
                <span class="grow">
                  <strong>{delivery.url.replace(/^https?:\/\//, '')}</strong>
                  <code class="faint">{delivery.id}</code>
                </span>
                <span class="row-end">
                  <StatusBadge status={delivery.status} />
                  <span class="faint">{stateOf(delivery)}</span>
                </span>
              </>
            )}
          />
        )}
      </div>
      <div class="split-detail">
        {open === undefined ? (
          <Empty>Choose a delivery to see its attempts and how its signature is made.</Empty>
        ) : (
          <DeliveryDetail key={open} id={open} />
        )}
      </div>
    </div>
  );
};

const stateOf = ({ attempts, next_attempt_at: next }: DeliveryNews) => {
  const made = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  return next === null ? (
    made
  ) : (
    <>
      {made}, next <When at={next} />
    </>
  );
};

const statuses = ['scheduled', 'running', 'delivered', 'abandoned'].map((one) => [one, one] as const);

export const deliveries: Panel = {
  id: 'deliveries',
  title: 'Webhooks',
  icon: 'M2 4.500h12v8H2zM2 5l6 4.500L14 5',
  key: 'd',
  group: 'See',
  view: Deliveries,
};
