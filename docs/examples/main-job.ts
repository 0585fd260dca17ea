/**
 * The main job in TypeScript, for each of the seven kinds of job; then one that fails and is refunded, and the books: what
 * was charged is what the balance went down by.
 *
 *   UNDERSTUDY_URL=... UNDERSTUDY_API_KEY=... npx tsx docs/examples/main-job.ts [FOLDER]
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { call, download, run, upload } from './client.ts';

const { UNDERSTUDY_URL, UNDERSTUDY_API_KEY } = process.env;
if (!UNDERSTUDY_URL || !UNDERSTUDY_API_KEY) throw new Error('set UNDERSTUDY_URL and UNDERSTUDY_API_KEY');
const folder = process.argv[2] ?? 'results';
const medium = (name: string) => fileURLToPath(new URL(`../../fixtures/media/${name}`, import.meta.url));

/** In millionths of a dollar, since sums of fractions are not exact. */
const micros = (usd: number) => Math.round(usd * 1e6);

const books = async (when: string) => {
  const { balance_usd } = await call<{ balance_usd: number }>('balance');
  console.log(`balance ${when}: ${balance_usd} USD; usage:`);
  console.table(await call<object[]>('usage?limit=8'), ['endpoint', 'status', 'charged_usd']);
  return micros(balance_usd);
};

await mkdir(folder, { recursive: true });
const before = await books('before');
const video_key = await upload(medium('clip.mp4'), 'video/mp4');
const image_key = await upload(medium('portrait.png'), 'image/png');
const face_key = await upload(medium('face.jpg'), 'image/jpeg');
const audio_key = await upload(medium('speech.mp3'), 'audio/mpeg');
const voice_key = await upload(medium('voice.wav'), 'audio/wav');

const inputs = {
  'character-swap.mp4': { video_key, character_key: image_key, resolution: '1k' },
  'face-swap.mp4': { video_key, face_key, output_resolution_p: 480 },
  'face-swap-image.png': { image_key, face_key },
  'motion-control.mp4': { image_key, motion_video_key: video_key },
  'avatar.mp4': { image_key, script: 'Good morning, and welcome.' },
  'lip-sync.mp4': { video_key, audio_key },
  'voice-clone.wav': { voice_key, script: 'This is my voice, more or less.' },
};
const charges = await Promise.all(
  Object.entries(inputs).map(async ([file, input]) => {
    const job = await run(file.replace(/\..*/, ''), input);
    if (job.status !== 'succeeded') throw new Error(`${file}: ${JSON.stringify(job)}`);
    await download(job, `${folder}/${file}`);
    console.log(`${folder}/${file}  ${job.charged_usd} USD`);
    return micros(job.charged_usd);
  }),
);

const failed = await run('voice-clone', { voice_key, script: 'magic_processing_failed' });
if (failed.error?.code !== 'processing_failed') {
  throw new Error(`the job that had to fail and be refunded: ${JSON.stringify(failed)}`);
}

// The balance tells of the refund: the failed job's own charged_usd may be what was paid back.
const charged = charges.reduce((sum, charge) => sum + charge, 0);
const spent = before - (await books('after'));
if (charged === 0 || spent !== charged) throw new Error(`charged ${charged}, but the balance went down by ${spent}`);
console.log('voice-clone failed as asked, refunded');
console.log(`The books add up: ${charged} millionths of a dollar were charged.`);
