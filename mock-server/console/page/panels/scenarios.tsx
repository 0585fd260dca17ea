/** The stories that come with the mock: what each tells, begin one, and how the one that is played stands. */
import { useEffect, useState } from 'preact/hooks';
import { ask, useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { FilterBox } from '../parts/filter-box.tsx';
import { worldVersion } from '../store.ts';
import { StoryVerdict } from './scenarios-verdict.tsx';

type ScenarioList = {
  readonly playing: string | null;
  readonly scenarios: readonly { readonly name: string; readonly title: string; readonly about: string }[];
};

const Scenarios = () => {
  const { answer, problem } = useAsked<ScenarioList>('scenarios', worldVersion.value);
  const [text, setText] = useState('');
  // Of a story that is being ended nothing is asked any more: it may be gone by then.
  const [isEnding, setEnding] = useState(false);
  useEffect(() => {
    if (answer?.playing === null) setEnding(false);
  }, [answer]);
  if (answer === undefined) return <Problem text={problem} />;
  const { playing, scenarios } = answer;
  const shown = scenarios.filter(({ name, title, about }) =>
    `${name} ${title} ${about}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <div class="overview">
      {playing === null || isEnding ? (
        <Card title="Playing">
          <Empty>No story is played. Whichever you start, the mock begins anew with it: what there was is gone.</Empty>
        </Card>
      ) : (
        <StoryVerdict key={worldVersion.value} onEnd={() => end(setEnding)} />
      )}
      <section class="card" aria-label="Stories">
        <div class="filters">
          <FilterBox label="Filter stories" value={text} onChange={setText} />
          <span class="faint figure">{shown.length}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>No story fits the filter.</Empty>
        ) : (
          <ul class="entries">
            {shown.map((story) => (
              <li key={story.name} class="story">
                <div class="grow">
                  <p>
                    <strong>{story.title}</strong> {story.name === playing && <Badge tone="info">playing</Badge>}
                  </p>
                  <p class="soft">{story.about}</p>
                  <code class="faint">{story.name}</code>
                </div>
                <Action
                  tone={story.name === playing ? '' : 'main'}
                  done={`Begun: ${story.name}`}
                  run={() => start(story.name)}
                >
                  {story.name === playing ? 'Begin again' : 'Start'}
                  <span class="hidden"> {story.name}</span>
                </Action>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};

/** What is played stands at the top. */
const start = async (name: string): Promise<void> => {
  await ask('scenarios', 'POST', { name });
  scrollTo(0, 0);
};

const end = async (setEnding: (isEnding: boolean) => void): Promise<void> => {
  setEnding(true);
  try {
    await ask('scenarios', 'DELETE');
  } catch (error) {
    setEnding(false);
    throw error;
  }
};

export const scenarios: Panel = {
  id: 'scenarios',
  title: 'Scenarios',
  icon: 'M3 2.500h7l3 3v8H3zM5.500 6.500h5M5.500 9h5M5.500 11.500h3',
  key: 's',
  group: 'Steer',
  view: Scenarios,
};
