/** The panel of webhooks as a person uses it: attempts, a signature taken apart, and sending it again, rightly and wrongly. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Received, type Receiver, type ReceiverAnswer, openReceiver } from '../webhooks/receiver.case.ts';
import { SignatureVerificationError } from '../webhooks/signature-error.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';
import { type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';

let stage: Stage;
const viewers: Viewer[] = [];
const receivers: Receiver[] = [];

const wasQuiet = ({ errors, foreign, mock: { failures } }: Viewer): void =>
  expect({ errors, foreign, failures }).toEqual({ errors: [], foreign: [], failures: [] });

/** A page that nobody looks at any more would go on playing and asking. */
const closeAll = async (): Promise<void> => {
  const over = viewers.splice(0);
  await Promise.all(over.map(({ page }) => page.context().close()));
  over.forEach(wasQuiet);
};

describe.skipIf(chromiumPath === undefined)('in Chromium (none was found: set CHROMIUM)', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage.close());
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
    await closeAll();
  });

  /** A job that has ended, with its webhook. */
  const delivered = async (...answers: ReceiverAnswer[]): Promise<Viewer & { receiver: Receiver; id: string }> => {
    const viewer = await stage.view();
    viewers.push(viewer);
    const receiver = await openReceiver(...answers);
    receivers.push(receiver);
    const { mock } = viewer;
    const image = await mock.upload('portrait.png');
    const body = { image_key: image, face_key: image, callback_url: receiver.url };
    const { id: job } = (await mock.post('/face-swap-image', body)).body;
    await mock.control.finishJob(job, 'succeeded');
    await receiver.until(1);
    const [delivery] = await mock.control.deliveries({ limit: 1 });
    if (delivery === undefined) throw new Error('no delivery');
    return { ...viewer, receiver, id: delivery.id };
  };

  /** What a receiver that keeps to the document makes of a delivery. */
  const verdictOn = (sent: Received | undefined, secret: string): string => {
    try {
      verifySignature(sent?.raw ?? '', String(sent?.headers['service-signature']), secret);
      return 'right';
    } catch (error) {
      return error instanceof SignatureVerificationError ? error.reason : String(error);
    }
  };

  test('a delivery is found in the list, with its attempts, what each was answered, and when the next one is', async () => {
    const { page, open, id, mock } = await delivered(500, 200);
    await open('deliveries');
    await page.getByRole('option', { name: id }).click();
    const row = page.getByRole('row', { name: /Attempt 1/ });
    await row.getByText('500', { exact: true }).waitFor();
    await page.getByRole('option', { name: /scheduled 1 attempt, next/ }).waitFor();
    await mock.clock.advance({ to_next: true });
    await page
      .getByRole('row', { name: /Attempt 2/ })
      .getByText('200', { exact: true })
      .waitFor();
    await page.getByRole('article').getByText('delivered', { exact: true }).waitFor();
  });

  test('the signature is taken apart: its parts make the bytes that were signed, and the secret is not shown', async () => {
    const { page, open, id, mock, receiver } = await delivered();
    await open(`deliveries/${id}`);
    const signature = page.getByRole('region', { name: 'Signature of attempt 1' });
    await signature.getByText('it holds', { exact: true }).waitFor();
    const [sent] = receiver.received;
    const header = String(sent?.headers['service-signature']);
    const t = /t=(\d+)/.exec(header)?.[1] ?? '';
    const text = await signature.getByLabel('The text that is signed').innerText();
    expect(text.replaceAll('\n', '')).toBe(`${t}.${sent?.raw.toString()}`);
    const hex = createHmac('sha256', mock.webhookSecret)
      .update(`${t}.`)
      .update(sent?.raw ?? '')
      .digest('hex');
    expect(await signature.locator('mark.part-good').allInnerTexts()).toEqual([hex, hex]);
    await signature.getByText(`…${mock.webhookSecret.slice(-4)}`).waitFor();
    await signature.getByText('Byte by byte').click();
    const first = await signature.getByRole('row').nth(1).innerText();
    const bytes = Buffer.from(`${t}.${sent?.raw.toString()}`).subarray(0, 16);
    expect(first.replaceAll(/\s/g, '')).toBe(`0${bytes.toString('hex')}${bytes.toString()}`);
    expect(await page.content()).not.toContain(mock.webhookSecret);
  });

  test.each([
    ['Resend', 'right'],
    ['Forged', 'mismatch'],
    ['Altered', 'mismatch'],
    ['Re-serialised', 'mismatch'],
    ['Truncated', 'mismatch'],
    ['Stale', 'too_old'],
    ['From the future', 'too_new'],
  ])('a button sends it once more: %s', async (button, verdict) => {
    const { page, open, id, mock, receiver } = await delivered();
    await open(`deliveries/${id}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page
      .getByRole('row', { name: /Attempt 2 by hand/ })
      .getByText('200', { exact: true })
      .waitFor();
    const sent = receiver.received[1];
    expect(verdictOn(sent, mock.webhookSecret)).toBe(verdict);
    await page.getByText(verdict === 'mismatch' ? 'it does not hold' : 'it holds', { exact: true }).waitFor();
    // The next one is right again.
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await receiver.until(3);
    expect(verdictOn(receiver.received[2], mock.webhookSecret)).toBe('right');
  });
});
