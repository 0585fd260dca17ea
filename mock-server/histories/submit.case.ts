/** A submit of a history, alone or in several copies at the same time, with what it is told by headers and by words. */
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Step } from './program.case.ts';
import { type Call, type Person, type Sent, type Stage, textIn } from './stage.case.ts';

export const playSubmit = async (stage: Stage, step: Extract<Step, { do: 'submit' }>): Promise<void> => {
  const person = stage.people[step.who];
  const { endpoint, copies, callback, fault, word } = step;
  const key = step.key === undefined ? undefined : `key-${step.key}`;
  const path = `/${endpoint}`;
  let image = person.image;
  if (word !== undefined) {
    stage.asked.add(word.slice('magic_'.length).replaceAll('_', '-'));
    if (!(endpoint in scripts))
      image = textIn(await stage.sendFile(person, 'portrait.png', { as: `${word}.png` }), 'file_key') || image;
  }
  const hook = `/hook/${stage.submits.length + 1}`;
  const bodyFor = (copy: number): object => {
    // Without a key copies are submits of their own.
    const place = key === undefined ? `${hook}/${copy}` : hook;
    if (callback !== undefined) stage.receiver.answers.set(place, callback);
    const inputs = bodyOf(endpoint, { ...person, image }, word);
    return callback === undefined ? inputs : { ...inputs, callback_url: stage.receiver.origin + place };
  };
  const sent: Sent = {
    who: step.who,
    key,
    path,
    body: bodyFor(0),
    hasCallback: callback !== undefined,
    ids: [],
    unread: 0,
  };
  stage.submits.push(sent);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const calls = await Promise.all(
    Array.from({ length: copies }, (_, copy) =>
      stage.call(person, 'POST', path, { body: bodyFor(copy), headers, fault }),
    ),
  );
  for (const call of calls) noteAnswer(person, sent, call);
};

export const noteAnswer = ({ jobs }: Person, sent: Sent, call: Call): void => {
  const id = textIn(call, 'status_url') === '' ? '' : textIn(call, 'id');
  if (id !== '') {
    sent.ids.push(id);
    if (!jobs.includes(id)) jobs.push(id);
  } else if (call.seen === undefined || call.seen.status < 300) sent.unread++;
};

const scripts: Partial<Record<JobEndpoint, string>> = { avatar: 'Welcome.', 'voice-clone': 'Welcome, all of you.' };

const bodyOf = (
  endpoint: JobEndpoint,
  { image, audio, video }: Pick<Person, 'image' | 'audio' | 'video'>,
  word: string | undefined,
): object => {
  const script = [scripts[endpoint], word].filter(Boolean).join(' ');
  switch (endpoint) {
    case 'character-swap':
      return { video_key: video, character_key: image };
    case 'face-swap':
      return { video_key: video, face_key: image };
    case 'face-swap-image':
      return { image_key: image, face_key: image };
    case 'motion-control':
      return { image_key: image, motion_video_key: video };
    case 'avatar':
      return { image_key: image, script };
    case 'lip-sync':
      // No image among its inputs: a word in the name of one is not seen.
      return { video_key: video, audio_key: audio };
    case 'voice-clone':
      return { voice_key: audio, script };
    default:
      return endpoint satisfies never;
  }
};
