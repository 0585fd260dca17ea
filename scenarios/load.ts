/** Loads a story: one that comes with the package, by its name, or a file. Nothing of a file is run, and none of its texts is a pattern. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageUrl } from '../fixtures/location.ts';
import type { GapChoices } from '../spec/gaps.ts';
import { type Complaint, type Path, createComplaints } from './complaints.ts';
import { type Located, readLocated } from './located-file.ts';
import { placeOf, plain } from './located-value.ts';
import { didYouMean } from './nearest.ts';
import { Scenario } from './schema.ts';
import { complaintsOfSense } from './sense.ts';

export type LoadedStory = {
  /** Of a file its path, as it was given. */
  readonly name: string;
  readonly story: Scenario;
  readonly variants: Partial<GapChoices>;
  /** `file:line:column` of a value of the story. */
  readonly whereIs: (path: Path) => string;
};

/** What is wrong with a story or its name, each fault on a line of its own that says what is allowed. */
export class WrongStory extends Error {
  override readonly name = 'WrongStory';
}

/** Throws `WrongStory`. */
export const loadStory = async (nameOrFile: string): Promise<LoadedStory> => {
  const root = await readLocated(await fileOfStory(nameOrFile)).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new WrongStory(error.message, { cause: error }) : error;
  });
  if (root === undefined)
    throw new WrongStory(`${nameOrFile} holds nothing: a story has a title, and says what it is about`);
  const value = plain(root);
  const faults = (complaints ??= createComplaints(Scenario))(value);
  if (faults.length > 0) throw new WrongStory(linesOf(root, faults));
  // The schema has just said so.
  const story = value as Scenario;
  const senseless = complaintsOfSense(story);
  if (senseless.length > 0) throw new WrongStory(linesOf(root, senseless));
  return { name: nameOrFile, story, variants: choicesOf(story), whereIs: (path) => placeOf(root, path) };
};

const linesOf = (root: Located, complaints: readonly Complaint[]): string =>
  complaints.map(({ path, says, ofName }) => `${placeOf(root, path, ofName)}: ${says}`).join('\n');

/** One that was parsed elsewhere: of what is wrong the path is said. Throws `WrongStory`. @param name what it is called, by default its title */
export const storyOf = (value: unknown, name?: string): LoadedStory => {
  const whereIs = (path: Path): string => (path.length === 0 ? 'story' : path.join('/'));
  const check = (found: readonly Complaint[]): void => {
    if (found.length > 0) throw new WrongStory(found.map(({ path, says }) => `${whereIs(path)}: ${says}`).join('; '));
  };
  check((complaints ??= createComplaints(Scenario))(value));
  const story = value as Scenario;
  check(complaintsOfSense(story));
  return { name: name ?? story.title.trim(), story, variants: choicesOf(story), whereIs };
};

let complaints: ReturnType<typeof createComplaints> | undefined;

/** `200` and nothing are names of values too. */
const choicesOf = ({ given }: Scenario): Partial<GapChoices> =>
  Object.fromEntries(Object.entries(given?.variants ?? {}).map(([gap, value]) => [gap, String(value)]));

/** The names of the stories that come with the package, in order. */
export const storyNames = async (): Promise<string[]> =>
  (await readdir(storiesUrl))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

/** What has a path or an ending is a file; throws `WrongStory` for a name that no story has. */
export const fileOfStory = async (nameOrFile: string): Promise<string> => {
  if (/[/\\.]/.test(nameOrFile)) return nameOrFile;
  const names = await storyNames();
  if (names.includes(nameOrFile)) return fileURLToPath(new URL(nameOrFile + ending, storiesUrl));
  const near = didYouMean(nameOrFile, names);
  const instead = near === '' ? `: there are ${names.join(', ')}` : near;
  throw new WrongStory(`there is no story ${nameOrFile.slice(0, 100)}${instead} (a file needs its ending)`);
};

const storiesUrl = new URL('scenarios/', packageUrl);
const ending = '.yaml';
