/** Streams whose process is gone: another one settles them. */
import type { Engine } from './engine/engine.ts';

/**
 * Settles the streams of processes that are there before it is asked who lives: whoever comes meanwhile has said that it is alive before
 * it has any.
 * @param living undefined where that is not known
 */
export const endLostStreams = async (
  engine: Pick<Engine, 'atRest' | 'endStreamsOf'>,
  living: () => Promise<ReadonlySet<string> | undefined>,
): Promise<void> => {
  const gone = new Set<string | undefined>();
  for (const { sessions } of engine.atRest())
    for (const { state } of sessions.values()) if (state.status === 'streaming') gone.add(state.process);
  const alive = await living();
  if (alive === undefined) return;
  for (const process of alive) gone.delete(process);
  if (gone.size > 0) await engine.endStreamsOf((process) => gone.has(process));
};
