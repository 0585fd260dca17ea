/** Plays a program on its stage, one step after the other; after each step the mock comes to rest. */
import { isRefused } from '../domain/refusal.ts';
import { expectFact } from './fact.case.ts';
import type { Program, Step } from './program.case.ts';
import { expectHolds, playSession } from './session.case.ts';
import { type Person, type Stage, textIn } from './stage.case.ts';
import type { HistoryStream } from './stream.case.ts';
import { playSubmit } from './submit.case.ts';

export const play = async (stage: Stage): Promise<void> => {
  for (const person of stage.people) {
    person.image = textIn(await stage.sendFile(person, 'portrait.png'), 'file_key');
    person.audio = textIn(await stage.sendFile(person, 'voice.wav'), 'file_key');
    if (wantsVideo(stage.program)) person.video = textIn(await stage.sendFile(person, 'clip.mp4'), 'file_key');
  }
  for (const step of stage.program.steps) {
    if ('fault' in step && step.fault !== undefined) stage.asked.add(step.fault.name);
    await playStep(stage, step);
    await stage.settle();
    if ('who' in step) await expectHolds(stage, stage.people[step.who]);
  }
};

const wantsVideo = ({ steps }: Program): boolean =>
  steps.some((step) => step.do === 'submit' && !['face-swap-image', 'avatar', 'voice-clone'].includes(step.endpoint));

const playStep = async (stage: Stage, step: Step): Promise<void> => {
  const { mock, people, call } = stage;
  const { control } = mock;
  switch (step.do) {
    case 'submit':
      return playSubmit(stage, step);
    case 'upload': {
      const file = step.type === 'audio/wav' ? 'voice.wav' : 'portrait.png';
      await stage.sendFile(people[step.who], file, { type: step.type, fault: step.fault });
      return;
    }
    case 'poll': {
      const id = picked(people[step.who].jobs, step.pick) ?? 'none';
      await call(people[step.who], 'GET', `/jobs/${id}`, { fault: step.fault });
      return;
    }
    case 'poll another’s': {
      const id = picked(people[step.who === 0 ? 1 : 0].jobs, step.pick) ?? 'none';
      await call(people[step.who], 'GET', `/jobs/${id}`);
      return;
    }
    case 'download': {
      const id = picked(people[step.who].jobs, step.pick);
      const link = id === undefined ? '' : textIn(await call(people[step.who], 'GET', `/jobs/${id}`), 'output_url');
      if (link !== '') await call(people[step.who], 'GET', link);
      return;
    }
    case 'books':
      for (const path of ['/balance', '/usage', '/usage/summary', '/pricing', '/voices']) {
        await call(people[step.who], 'GET', path, { fault: step.fault });
      }
      return;
    case 'session':
      return playSession(stage, step);
    case 'connect': {
      const stream = picked(people[step.who].streams.toReversed(), step.pick);
      if (stream === undefined) return;
      return connectOnce(stage, stream);
    }
    case 'send': {
      const stream = picked(openOf(people[step.who]), step.pick);
      stream?.send(step.sizes.map((size, index) => bytes(size, stream.sent.length + index)));
      return;
    }
    case 'hang up':
      return picked(openOf(people[step.who]), step.pick)?.hangUp(step.how);
    case 'advance':
      await mock.clock.advance(step.seconds === 'to next' ? { to_next: true } : { seconds: step.seconds });
      return;
    case 'finish': {
      const id = picked(people[step.who].jobs, step.pick);
      if (id !== undefined) await control.finishJob(id, step.outcome);
      return;
    }
    case 'top up': {
      const done = await control.topUp(people[step.who].accountId, step.cents / 100);
      if (!isRefused(done)) people[step.who].toppedUpMicros += step.cents * 10_000;
      return;
    }
    case 'new key':
      return replaceKey(stage, people[step.who]);
    case 'rotate': {
      const rotated = await control.rotateWebhookSecret(people[step.who].accountId);
      if (!isRefused(rotated)) people[step.who].secret = rotated.webhook_secret;
      return;
    }
    case 'resend': {
      const { accountId } = people[step.who];
      const delivery = picked(await control.deliveries({ accountId, limit: 1_000 }), step.pick);
      if (delivery === undefined || isRefused(await control.resendDelivery(delivery.id))) return;
      stage.resends.set(delivery.id, (stage.resends.get(delivery.id) ?? 0) + 1);
      return;
    }
    case 'capacity':
      await control.setCapacity(step.change);
      return;
    case 'rule':
      stage.asked.add(step.rule.then.fault);
      await control.addFault(step.rule);
      return;
    default:
      step satisfies never;
  }
};

/** A session has one socket at a time, and streams once. */
const connectOnce = async ({ mock: { choices }, settle }: Stage, stream: HistoryStream): Promise<void> => {
  const [wasOpen, wasOver] = [stream.isOpen, stream.endedAt !== undefined];
  const status = await stream.connect();
  await settle();
  expectFact('S4', !(wasOver && status === 101), `${stream.sessionId} is over, and streams again`);
  if (stream.mayBeSilent) return;
  if (wasOpen && choices['socket-second'] === 'refused')
    expectFact('S5', status !== 101, `${stream.sessionId} streams, and let a second socket in`);
  expectFact('S5', stream.openSockets <= 1, `${stream.sessionId} has ${stream.openSockets} sockets`);
};

/** Another key for the same account, and the one before is of no use at once. */
const replaceKey = async (stage: Stage, person: Person): Promise<void> => {
  const { control } = stage.mock;
  const made = await control.createKey(person.accountId);
  if (isRefused(made)) return;
  const former = person.key;
  if (person.keyId !== '') await control.revokeKey(person.accountId, person.keyId);
  [person.key, person.keyId] = [made.api_key, made.key_id];
  const { seen } = await stage.call(person, 'GET', '/balance', { key: former });
  if (former !== stage.mock.apiKey)
    expectFact('F45', seen?.status === 401, `a revoked key was answered ${seen?.status}`);
};

/** Newest first. */
const openOf = ({ streams }: Person): HistoryStream[] => streams.filter(({ isOpen }) => isOpen).toReversed();

const picked = <T>(among: readonly T[], pick: number): T | undefined => among[pick % Math.max(1, among.length)];

/** Bytes that are no others: a message that is lost, doubled or out of its place is seen. */
const bytes = (size: number, from: number): Buffer => {
  const message = Buffer.alloc(size);
  for (let index = 0; index < size; index++) message[index] = (from * 31 + index * 7 + 1) % 256;
  return message;
};
