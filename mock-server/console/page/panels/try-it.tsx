/** Does what a customer does, by the public API: a job from the upload to the result, or a voice session with one's own voice. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type JobEndpoint, jobEndpoints } from '../../../../spec/vocabulary.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { Empty } from '../parts/card.tsx';
import { linkTo } from '../route.ts';
import { mainAccount } from '../store.ts';
import { CallLog } from './call-log.tsx';
import { jobForms } from './try-it-forms.ts';
import { TryJob } from './try-job.tsx';
import { TryVoice } from './try-voice.tsx';

/** What was tried last, for an address that names nothing. */
const last = signal('face-swap-image');

const TryIt = ({ rest: [chosen = last.value] }: PanelProps) => {
  useEffect(() => {
    last.value = chosen;
  }, [chosen]);
  const account = mainAccount.value;
  const [isBusy, setBusy] = useState(false);
  if (account === '') return <Empty>There is no account to try it with: make one first.</Empty>;
  const endpoint = jobEndpoints.find((one) => one === chosen);
  return (
    <div class="try-it">
      <nav class="try-what" aria-label="What to try">
        <ul>
          {tryable.map(([id, title]) => (
            <li key={id}>
              <a href={linkTo('try-it', id)} aria-current={id === chosen ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="columns">
        <div class="detail">
          {endpoint === undefined ? (
            <TryVoice key={account} account={account} />
          ) : (
            <TryJob key={`${account} ${endpoint}`} account={account} endpoint={endpoint} setBusy={setBusy} />
          )}
        </div>
        <CallLog isBusy={isBusy} />
      </div>
    </div>
  );
};

const order = Object.keys(jobForms) as JobEndpoint[];

const tryable: readonly (readonly [id: string, title: string])[] = [
  ...order.map((endpoint) => [endpoint, jobForms[endpoint].title] as const),
  ['voice', 'Voice Changer'],
];

export const tryIt: Panel = {
  id: 'try-it',
  title: 'Try it',
  icon: 'M5 3l7.500 5L5 13z',
  key: 't',
  group: 'Steer',
  view: TryIt,
};
