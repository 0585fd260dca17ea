/** Whether random forms see anything: uploads that leave something behind, or fail. */
import { afterEach, expect, test, vi } from 'vitest';
import { BlobStore } from '../../store/blobs.ts';
import { randomForms } from './random-forms.case.ts';

afterEach(() => void vi.restoreAllMocks());

test('a store that leaves what was never finished is caught', async () => {
  vi.spyOn(BlobStore.prototype, 'discard').mockResolvedValue();
  await expect(randomForms(300)).rejects.toThrow(/Run it again: FC_SEED=/);
});

test('rules that fail are caught', async () => {
  const uploadRules = {
    bytesMax: () => {
      throw new Error('no rule');
    },
    typeOf: () => {
      throw new Error('no rule');
    },
  };
  await expect(randomForms(300, { uploadRules })).rejects.toThrow(/Run it again: FC_SEED=/);
});
