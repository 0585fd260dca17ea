/** Buttons that trouble a stream: end it in a way that a client must cope with, or have its next connection meet a fault. */
import type { SessionNews } from '../../../../spec/schemas/feed.ts';
import { ask } from '../ask.ts';
import { Action } from '../parts/action.tsx';
import { Card } from '../parts/card.tsx';

export const Trouble = ({ session }: { session: SessionNews }) => {
  const { id, account_id: account, endpoint } = session;
  const isStreaming = session.status === 'streaming';
  const isVoice = endpoint === 'voice/session';
  return (
    <Card title="Trouble it" class="trouble">
      {isStreaming && (
        <div class="buttons">
          {cuts.map(({ label, does, how, tone }) => (
            <Action
              key={label}
              tone={tone}
              title={does}
              done={`${id}: ${does}`}
              run={() => ask(`sessions/${encodeURIComponent(id)}/cut`, 'POST', how)}
            >
              {label}
            </Action>
          ))}
        </div>
      )}
      <p class="faint">The next connection of {account} meets, once:</p>
      <div class="buttons">
        {faults
          .filter(({ onlyVoice }) => isVoice || onlyVoice !== true)
          .map(({ label, does, then }) => (
            <Action
              key={label}
              title={does}
              done={`The next connection: ${does}`}
              run={() => ask('faults', 'POST', { when: { on: 'connect', account_id: account, times: 1 }, then })}
            >
              {label}
            </Action>
          ))}
      </div>
    </Card>
  );
};

const cuts = [
  { label: 'Close', does: 'closed with 1000', how: { kind: 'close', code: 1000 }, tone: 'main' },
  { label: 'Going away', does: 'closed with 1001', how: { kind: 'close', code: 1001 }, tone: '' },
  { label: 'Internal error', does: 'closed with 1011', how: { kind: 'close', code: 1011 }, tone: '' },
  { label: 'Break off', does: 'broken off without a close frame', how: { kind: 'reset' }, tone: 'danger' },
  { label: 'Go silent', does: 'silent, though the connection stays open', how: { kind: 'silence' }, tone: 'danger' },
] as const;

type ConnectFault = {
  readonly label: string;
  readonly does: string;
  readonly then: { readonly fault: string; readonly [param: string]: string | number };
  readonly onlyVoice?: true;
};

const faults: readonly ConnectFault[] = [
  { label: 'Jitter', does: 'each message comes up to 300 ms late', then: { fault: 'socket-jitter', ms: 300 } },
  { label: 'Stall', does: 'nothing comes for 3 s, then all at once', then: { fault: 'socket-stall', ms: 3_000 } },
  { label: 'Drop', does: 'every third message is lost', then: { fault: 'socket-drop-chunk', every: 3 } },
  { label: 'Double', does: 'every third message comes twice', then: { fault: 'socket-duplicate-chunk', every: 3 } },
  {
    label: 'Split samples',
    does: 'every third message ends within a sample',
    then: { fault: 'socket-split-sample', every: 3 },
    onlyVoice: true,
  },
  {
    label: 'Late format',
    does: 'the format frame comes after 2 s',
    then: { fault: 'socket-format-late' },
    onlyVoice: true,
  },
  {
    label: 'Early end',
    does: 'closed with 1011 after 20 messages',
    then: { fault: 'socket-close', after_messages: 20 },
  },
];
