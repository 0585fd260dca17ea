/** Headers and body of what was sent, as it was sent; JSON is set out to be read. */
import { useState } from 'preact/hooks';
import type { JournalBody, JournalHeader } from '../../../../spec/schemas/journal.ts';
import { bytes } from '../figures.ts';
import { Card, Empty } from './card.tsx';

export const Message = ({
  title,
  headers,
  body,
}: {
  title: string;
  headers: readonly JournalHeader[];
  body: JournalBody;
}) => {
  const [isRaw, setRaw] = useState(false);
  const pretty = prettyOf(body.text);
  return (
    <Card
      title={title}
      side={
        <span class="faint">
          {pretty !== undefined && (
            <button type="button" class="link" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
              as it was sent
            </button>
          )}{' '}
          {body.bytes === null ? '' : bytes(body.bytes)}
        </span>
      }
    >
      <details class="headers" open>
        <summary>{headers.length} headers</summary>
        <dl>
          {headers.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {body.text === null || body.text === '' ? (
        <Empty>{body.bytes === 0 || body.text === '' ? 'No body.' : 'The body is not kept.'}</Empty>
      ) : (
        <>
          <pre class="body">{isRaw ? body.text : (pretty ?? body.text)}</pre>
          {body.truncated && <p class="faint">It goes on: the journal keeps the beginning.</p>}
        </>
      )}
    </Card>
  );
};

const prettyOf = (text: string | null): string | undefined => {
  try {
    return text === null ? undefined : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
};
