/** An upload: the file is on disk before it is known, so that a key never stands for a file that is not there. */
import { isRefused } from '../../domain/refusal.ts';
import type { Upload } from '../../domain/upload.ts';
import { blobName } from '../../engine/ids.ts';
import { presentUpload } from '../present.ts';
import { receiveFile } from '../uploads/receive.ts';
import type { Handler } from './handler.ts';

export const uploadFile: Handler = async (call) => {
  const { service, account, presentation } = call;
  const blob = blobName();
  const received = await receiveFile(call, service, blob);
  if (isRefused(received)) return received;
  try {
    const { durationSeconds, width, height } = await service.probe(service.blobs.path(blob), received.contentType);
    const upload: Omit<Upload, 'fileKey'> = {
      ...received,
      blob,
      ...(durationSeconds !== undefined && { durationSeconds }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    };
    const outcome = await service.engine().execute(account.id, { type: 'store-upload', upload });
    if (isRefused(outcome)) {
      await service.blobs.delete(blob);
      return outcome;
    }
    return { body: presentUpload({ ...upload, fileKey: outcome.reply.fileKey }, presentation) };
  } catch (error) {
    await service.blobs.delete(blob);
    throw error;
  }
};
