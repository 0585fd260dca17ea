/** How the signature of a webhook is made, byte by byte: which bytes are signed, what the secret makes of them, and what the header says. */
import { useState } from 'preact/hooks';
import { count } from '../figures.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { type SignedPart, hexRows } from './hex-rows.ts';

export type SignatureParts = {
  readonly header: string;
  readonly value: string;
  readonly t: string;
  readonly v1: readonly string[];
  readonly secrets: readonly { readonly ends_with: string; readonly hex: string }[];
};

type Props = SignatureParts & { attempt: number; body: string };

export const Signature = ({ attempt, body, header, value, t, v1, secrets }: Props) => {
  const encoder = new TextEncoder();
  const bodyBytes = encoder.encode(body).length;
  const isRight = secrets.some(({ hex }) => v1.includes(hex));
  return (
    <Card
      title={`Signature of attempt ${attempt}`}
      side={<Badge tone={isRight ? 'good' : 'bad'}>{isRight ? 'it holds' : 'it does not hold'}</Badge>}
      class="signature"
    >
      <ol class="signature-steps">
        <li>
          <h3>The header</h3>
          <p class="signature-text">
            <span class="faint">{header}: </span>
            <HeaderValue value={value} />
          </p>
        </li>
        <li>
          <h3>The signed bytes</h3>
          <p class="faint">
            <mark class="part-t">t, {t.length} bytes</mark> <mark class="part-dot">a full stop, 1 byte</mark>{' '}
            <mark class="part-body">the raw body as it was sent, {count(bodyBytes)} bytes</mark>
          </p>
          <p class="signature-text signed" aria-label="The text that is signed">
            <mark class="part-t">{t}</mark>
            <mark class="part-dot">.</mark>
            <mark class="part-body">{body}</mark>
          </p>
          <Bytes t={t} body={body} />
        </li>
        <li>
          <h3>HMAC-SHA256 of them</h3>
          {secrets.map(({ ends_with: end, hex }) => (
            <div key={end} class="digest">
              <p class="faint">
                keyed with the account’s signing secret, which ends in <code>…{end}</code>
              </p>
              <p class="signature-text">
                <mark class={v1.includes(hex) ? 'part-good' : 'part-bad'}>{hex}</mark>
              </p>
            </div>
          ))}
        </li>
        <li>
          <h3>Compared with v1</h3>
          {v1.map((hex) => (
            <p key={hex} class="signature-text">
              <mark class={secrets.some((one) => one.hex === hex) ? 'part-good' : 'part-bad'}>{hex}</mark>
            </p>
          ))}
          <p>
            {isRight
              ? 'They are the same. A receiver compares them in constant time, and then looks how old t is: more than 300 seconds either way, and it refuses.'
              : 'They differ: another secret has signed it, or these are not the bytes that were signed. A receiver refuses it.'}
          </p>
        </li>
      </ol>
    </Card>
  );
};

const HeaderValue = ({ value }: { value: string }) => (
  <>
    {value.split(',').map((part, index) => (
      <span key={index}>
        {index > 0 && ','}
        <mark class={part.startsWith('t=') ? 'part-t' : 'part-v1'}>{part}</mark>
      </span>
    ))}
  </>
);

const rowsAtFirst = 6;

/** Sixteen a row, as numbers and as letters. */
const Bytes = ({ t, body }: { t: string; body: string }) => {
  const [isAll, setAll] = useState(false);
  const rows = hexRows(t, body);
  const shown = isAll ? rows : rows.slice(0, rowsAtFirst);
  return (
    <details>
      <summary>Byte by byte</summary>
      <div class="hex-box">
        <table class="hex">
          <caption class="hidden">The signed bytes, sixteen in a row</caption>
          <thead class="hidden">
            <tr>
              <th scope="col">From byte</th>
              <th scope="col">Hexadecimal</th>
              <th scope="col">As text</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ from, bytes }) => (
              <tr key={from}>
                <th scope="row">{from}</th>
                <td>
                  {bytes.map(({ hex, part }, index) => (
                    <span key={index} class={partClass[part]}>
                      {hex}
                    </span>
                  ))}
                </td>
                <td>
                  {bytes.map(({ letter, part }, index) => (
                    <span key={index} class={partClass[part]}>
                      {letter}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > rowsAtFirst && (
        <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Only the beginning' : `All ${rows.length} rows`}
        </button>
      )}
    </details>
  );
};

const partClass: { readonly [part in SignedPart]: string } = { t: 'part-t', dot: 'part-dot', body: 'part-body' };
