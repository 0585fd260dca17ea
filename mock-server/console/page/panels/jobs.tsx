/** The jobs, newest first, and one of them with its timeline, its money and what it gave back. */
import { useState } from 'preact/hooks';
import type { JobNews } from '../../../../spec/schemas/feed.ts';
import { count } from '../figures.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Empty } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { Money } from '../parts/money.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { When } from '../parts/when.tsx';
import { replaceWith } from '../route.ts';
import { isChosen, jobs as known } from '../store.ts';
import { JobDetail } from './job-detail.tsx';

const Jobs = ({ rest: [open] }: PanelProps) => {
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const fits = (job: JobNews): boolean =>
    isChosen(job.account_id) &&
    (status === '' || job.status === status) &&
    (text === '' || `${job.id} ${job.endpoint} ${job.error_code ?? ''}`.includes(text));
  const shown = known.list.value.filter(fits);
  return (
    <div class={open === undefined ? 'split' : 'split is-open'}>
      <div class="split-list">
        <div class="filters">
          <FilterBox label="Filter jobs" value={text} onChange={setText} />
          <Choice label="Status" value={status} onChange={setStatus} of={statuses} />
          <span class="faint figure">{count(shown.length)}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>
            {known.list.value.length === 0
              ? 'No job yet. Upload inputs and submit one, and it appears here at once.'
              : 'No job fits the filter.'}
          </Empty>
        ) : (
          <VirtualList
            label="Jobs"
            count={shown.length}
            rowAt={(index) => shown[shown.length - 1 - index]}
            keyOf={({ id }) => id}
            rowHeight={52}
            open={open}
            onOpen={({ id }) => replaceWith('jobs', id)}
            draw={(job) => (
              <>
                <span class="grow">
                  <strong>{job.endpoint}</strong>
                  <code class="faint">{job.id}</code>
                </span>
                <span class="row-end">
                  <StatusBadge status={job.status} />
                  <span class="faint">
                    <Money amount={job.price_usd} /> · <When at={job.submitted_at} />
                  </span>
                </span>
              </>
            )}
          />
        )}
      </div>
      <div class="split-detail">
        {open === undefined ? (
          <Empty>Choose a job to see how it came about.</Empty>
        ) : (
          <JobDetail key={open} id={open} />
        )}
      </div>
    </div>
  );
};

const statuses = ['queued', 'processing', 'succeeded', 'failed'].map((one) => [one, one] as const);

export const jobs: Panel = {
  id: 'jobs',
  title: 'Jobs',
  icon: 'M2.500 3.500h11v9h-11zM6.500 6v4l3.500-2z',
  key: 'j',
  group: 'See',
  view: Jobs,
};
