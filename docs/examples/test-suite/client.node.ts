import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from 'face-voice-understudy/testing';
import { connect } from './client.ts';

test('without money nothing is submitted', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const account = await service.account({ balance_usd: 0 });
  await assert.rejects(connect(account).avatar(new Blob(['?'], { type: 'image/png' }), 'Hi.'), /insufficient_balance/);
});
