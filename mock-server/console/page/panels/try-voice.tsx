/** A voice session with one's own voice: what the microphone or a tone gives goes in, and what comes back is heard. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AudioFormat, VoiceSession } from '../../../../spec/schemas/sessions.ts';
import type { VoiceProfile } from '../../../../spec/schemas/voices.ts';
import { said } from '../ask.ts';
import { CodeBadge } from '../parts/badge.tsx';
import { Card, Problem } from '../parts/card.tsx';
import { socketOf } from '../here.ts';
import { linkTo } from '../route.ts';
import type { SourceKind } from '../sound-source.ts';
import { type LineEnd, type VoiceLine, openVoiceLine } from '../voice-line.ts';
import { LiveStream } from './live-stream.tsx';
import { base, call } from './try-it-calls.ts';

type Line = { readonly id: string; readonly format?: AudioFormat; readonly end?: LineEnd };

export const TryVoice = ({ account }: { account: string }) => {
  const [voices, setVoices] = useState<readonly VoiceProfile[]>([]);
  const [voice, setVoice] = useState('');
  const [source, setSource] = useState<SourceKind>('microphone');
  const [minutes, setMinutes] = useState('1');
  const [isHeard, setHeard] = useState(true);
  const [isOpening, setOpening] = useState(false);
  const [line, setLine] = useState<Line | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const open = useRef<VoiceLine | undefined>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    call<VoiceProfile[]>(account, `${base}/voices`, { method: 'GET' }).then(setVoices, (error: unknown) =>
      setProblem(said(error)),
    );
    // Who leaves the panel hangs up.
    return () => {
      isGone.current = true;
      open.current?.close();
    };
  }, [account]);
  const isLive = line !== undefined && line.end === undefined;

  const start = async (): Promise<void> => {
    setOpening(true);
    setProblem(undefined);
    setLine(undefined);
    try {
      const made = await openVoiceLine({
        source,
        isHeard,
        session: async () => {
          const body = { duration_minutes: Number(minutes), ...(voice !== '' && { voice_profile_id: voice }) };
          const sending = { method: 'POST', body } as const;
          const session = await call<VoiceSession>(account, `${base}/voice/session`, sending);
          setLine({ id: session.session_id });
          return `${socketOf(session.stream_url)}?session_token=${encodeURIComponent(session.session_token)}`;
        },
        formatCame: (format) => setLine((now) => now && { ...now, format }),
        ended: (end) => {
          open.current = undefined;
          setLine((now) => now && { ...now, end });
        },
      });
      open.current = made;
      if (isGone.current) made.close();
    } catch (error) {
      setProblem(said(error));
      setLine(undefined);
    }
    setOpening(false);
  };

  return (
    <>
      <Card title="Voice Changer">
        <form
          class="try-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLive && !isOpening) void start();
          }}
        >
          <label class="field">
            <span>Voice</span>
            <select value={voice} disabled={isLive} onChange={({ currentTarget }) => setVoice(currentTarget.value)}>
              <option value="">none: as it is</option>
              {voices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>Minutes to fund</span>
            <input
              type="number"
              min={1}
              max={120}
              required
              value={minutes}
              disabled={isLive}
              onInput={({ currentTarget }) => setMinutes(currentTarget.value)}
            />
          </label>
          <fieldset class="field" disabled={isLive}>
            <legend>Sound from</legend>
            {sources.map(([kind, label]) => (
              <label key={kind}>
                <input type="radio" name="source" checked={source === kind} onChange={() => setSource(kind)} /> {label}
              </label>
            ))}
          </fieldset>
          <label>
            <input
              type="checkbox"
              checked={isHeard}
              onChange={({ currentTarget }) => {
                setHeard(currentTarget.checked);
                open.current?.hear(currentTarget.checked);
              }}
            />{' '}
            Hear what comes back <span class="faint">(headphones keep it out of the microphone)</span>
          </label>
          <div class="buttons">
            <button type="submit" class="main" disabled={isLive || isOpening}>
              Start talking
            </button>
            <button type="button" disabled={!isLive} onClick={() => open.current?.close()}>
              Hang up
            </button>
          </div>
        </form>
      </Card>
      <Problem text={problem} />
      {line !== undefined && (
        <>
          <p role="status" class="line-state">
            <a href={linkTo('sockets', line.id)}>
              <code>{line.id}</code>
            </a>{' '}
            {line.end !== undefined ? (
              <>
                closed <CodeBadge code={line.end.code} /> {line.end.reason}
              </>
            ) : line.format === undefined ? (
              'waits for the format frame'
            ) : (
              `${line.format.sample_rate} Hz, ${line.format.chunk_frames} frames a message`
            )}
          </p>
          <LiveStream id={line.id} />
        </>
      )}
    </>
  );
};

const sources = [
  ['microphone', 'Microphone'],
  ['tone', 'A tone'],
] as const satisfies readonly (readonly [SourceKind, string])[];
