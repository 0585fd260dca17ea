/** An upload: the file is on disk before it is known, so that a key never stands for a file that is not there. */
import { type Refused, isRefused } from '../../domain/refusal.ts';
import type { StoreUpload } from '../../domain/commands.ts';
import { blobName } from '../../engine/ids.ts';
import { refuseOtherContent } from '../uploads/content.ts';
import { type Received, receiveFile } from '../uploads/receive.ts';
import type { Answer, Call, Handler } from './handler.ts';

export const uploadFile: Handler = async (call) => {
  const { service } = call;
  const blob = blobName();
  const received = await receiveFile(call, service, blob);
  if (isRefused(received)) return received;
  call.exchange.note(`a file of ${received.file.bytes} bytes: it is not kept in the journal`);
  try {
    const outcome = await store(call, received, blob);
    if (isRefused(outcome)) await service.blobs.delete(blob);
    return outcome;
  } catch (error) {
    await service.blobs.delete(blob);
    throw error;
  }
};

const store = async (
  { service, engine, account, present, now }: Call,
  { file, content }: Received,
  blob: string,
): Promise<Answer | Refused> => {
  const { choices, blobs } = service;
  if (choices['content-sniffing'] === 'sniffed') {
    const refused = await refuseOtherContent(blobs, blob, file.contentType, content);
    if (refused !== undefined) return refused;
  }
  const { durationSeconds, width, height } = await service.probe(blobs.path(blob), file.contentType, content);
  const upload: StoreUpload['upload'] = {
    ...file,
    blob,
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
  const outcome = await engine.execute(account.id, { type: 'store-upload', upload });
  return isRefused(outcome) ? outcome : { body: present.upload(outcome.reply.fileKey, now) };
};
