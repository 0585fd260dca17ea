/** The picture of the console in the README, from the console itself: `npm run picture`. It needs Chromium. */
import { mkdir } from 'node:fs/promises';
import { openStage } from '../mock-server/console/console.case.ts';

const folder = new URL('../docs/images/', import.meta.url);
const stage = await openStage();
try {
  const viewer = await stage.view({ clock: 'manual', balance: 20 }, { width: 1240, height: 800 });
  const { mock, page } = viewer;
  const [video, face, portrait, voice, sound] = [
    await mock.upload('clip.mp4'),
    await mock.upload('face.jpg'),
    await mock.upload('portrait.png'),
    await mock.upload('voice.wav'),
    await mock.upload('voice.wav', 'magic_content_rejected.wav'),
  ];
  const script = 'Good morning. This is a talking avatar, and nobody was asked to speak.';
  await mock.post('/avatar', { image_key: portrait, script });
  await mock.clock.advance({ seconds: 20 });
  await mock.post('/face-swap-image', { image_key: portrait, face_key: face });
  await mock.post('/voice-clone', { voice_key: voice, script });
  await mock.clock.advance({ seconds: 30 });
  await mock.post('/voice-clone', { voice_key: sound, script });
  await mock.clock.advance({ seconds: 20 });
  const { id } = (await mock.post('/face-swap', { video_key: video, face_key: face, output_resolution_p: 720 })).body;
  await mock.clock.advance({ seconds: 20 });
  await mock.post('/lip-sync', { video_key: video, audio_key: voice });
  await viewer.open(`jobs/${id}`);
  // Its first frame is decoded.
  const decoded = (): Promise<number> =>
    page.locator('video').evaluate((video) => (video as unknown as { readyState: number }).readyState);
  while ((await decoded()) < 2) await page.waitForTimeout(50);
  await page.evaluate('document.activeElement?.blur()');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: new URL('console.png', folder).pathname });
} finally {
  await stage.close();
}
