/** A video that plays for hours, and is refused when it is uploaded or when it is submitted (gap `duration-limit`). */
import type { Actor } from '../actor.ts';
import { formOf } from '../form.ts';
import { longVideo } from '../large-files.ts';
import { textIn } from '../reading/members.ts';
import { codeIn, isRefusal } from '../reading/refusal.ts';
import { NotTestable, Undecided } from '../verdict.ts';
import type { Due } from './watched.ts';

export const longClip = async (actor: Actor): Promise<readonly Due[]> => {
  const account = await actor.main();
  const input = await longVideo();
  const uploaded = await actor.call(account, 'uploadFile', { raw: formOf(input), breaks: 'clip-length' });
  const due = (exchange: typeof uploaded): readonly Due[] => {
    // Some servers take no such odd file for a video, and all may take one of any length.
    if (!isRefusal(exchange) || codeIn(exchange) === 'unsupported_format') {
      throw new Undecided('duration-limit', 'no clip is known to be over the limit of duration', [exchange]);
    }
    return [{ says: 'a video that plays for hours', exchange, gaps: ['duration-limit'] }];
  };
  if (isRefusal(uploaded)) {
    actor.run.observe('duration-limit', 'at-upload');
    return due(uploaded);
  }
  if (actor.target.control === undefined) {
    throw new NotTestable('whoever took the clip at submit would be paid for hours of it', 'control', [uploaded]);
  }
  const key = actor.wanted(textIn(uploaded, 'file_key'), 'an upload that gives a file_key', uploaded);
  const body = { video_key: key };
  return due(await actor.submit(account, 'face-swap', { body, breaks: 'clip-length' }));
};
