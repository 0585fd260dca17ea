/** What a job gave back: it plays or shows in the page. */
import type { JobNews } from '../../../../spec/schemas/feed.ts';
import { Card } from './card.tsx';

export const Result = ({ kind, path }: { kind: JobNews['result_kind']; path: string }) => (
  <Card
    title="Result"
    side={
      <a href={path} download>
        Download
      </a>
    }
  >
    <div class="preview">
      {/* From a tenth of a second on, so that a picture is there before it plays. */}
      {kind === 'video' && <video src={`${path}#t=0.1`} controls loop muted playsInline preload="auto" />}
      {kind === 'image' && <img src={path} alt="The result of the job" />}
      {kind === 'audio' && <audio src={path} controls preload="metadata" />}
    </div>
  </Card>
);
