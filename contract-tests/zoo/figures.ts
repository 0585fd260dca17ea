/** What the zoo shows of the judge, as figures and as tables. */
import { type Check, type Profile, profiles } from '../check.ts';
import { type Defect, families, familyOf, portCount } from '../defects/defect.ts';
import type { DefectTrial } from './try-defect.ts';
import type { VariantTrial } from './try-variant.ts';

export type Figures = {
  readonly defects: number;
  /** Under the very clause that they name. */
  readonly killed: number;
  readonly misattributed: readonly DefectTrial[];
  /** Of the defects that were caught: how many, and how many checks, were red under clauses that they do not say they break. */
  readonly elsewhere: { readonly defects: number; readonly checks: number };
  /** Pairs of a defect and a check that catches it, shown as a deployment has them; and of those that it catches there too. */
  readonly asDeployment: { readonly pairs: number; readonly killed: number };
  readonly survivors: readonly { readonly defect: Defect; readonly trial: DefectTrial }[];
  /** Checks that caught no defect: none turned them red under the very clause that it breaks. */
  readonly neverRed: readonly string[];
  readonly families: readonly {
    readonly name: string;
    readonly defects: number;
    readonly killed: number;
    /** Not killed by what the smoke profile sends. */
    readonly leftBySmoke: number;
  }[];
  /** Not killed by the checks that each profile runs. */
  readonly leftBy: { readonly [profile in Profile]: readonly Defect[] };
  /** Defects that are made at more than one port. */
  readonly atSeveralPorts: number;
  readonly variants: number;
  readonly alarms: readonly VariantTrial[];
  /** Checks that broke on a server, which none may do. */
  readonly broken: readonly { readonly at: string; readonly what: string }[];
};

export const figuresOf = (
  defects: readonly Defect[],
  defectTrials: readonly DefectTrial[],
  variantTrials: readonly VariantTrial[],
  checks: readonly Check[],
): Figures => {
  const trialOf = new Map(defectTrials.map((trial) => [trial.id, trial]));
  const shown = defects.flatMap((defect) => {
    const trial = trialOf.get(defect.id);
    return trial === undefined ? [] : [{ defect, trial }];
  });
  const isKilledBy = ({ defect, trial }: (typeof shown)[number], profile: Profile): boolean =>
    profile === 'smoke'
      ? trial.isKilledBySmoke
      : trial.findings.some(
          (finding) =>
            profiles.indexOf(finding.profile) <= profiles.indexOf(profile) && finding.clause === defect.clause,
        );
  const leftBy = (profile: Profile, some = shown): readonly Defect[] =>
    some.filter((one) => !isKilledBy(one, profile)).map(({ defect }) => defect);
  const also = defectTrials.filter(({ elsewhere }) => elsewhere.length > 0);
  const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
  const asDeployments = defectTrials.flatMap(({ asDeployment }) => asDeployment ?? []);
  const red = new Set(defectTrials.flatMap(({ caughtBy }) => caughtBy));
  return {
    defects: shown.length,
    killed: shown.filter(({ trial }) => trial.isKilled).length,
    neverRed: checks.filter(({ id }) => !red.has(id)).map(({ id }) => id),
    misattributed: defectTrials.filter(({ isMisattributed }) => isMisattributed),
    elsewhere: { defects: also.length, checks: sumOf(also.map(({ elsewhere }) => elsewhere.length)) },
    asDeployment: {
      pairs: sumOf(asDeployments.map(({ checks: some }) => some.length)),
      killed: sumOf(asDeployments.map(({ caughtBy }) => caughtBy.length)),
    },
    survivors: shown.filter(({ trial }) => !trial.isKilled),
    families: Object.entries(families).map(([id, name]) => {
      const own = shown.filter(({ defect }) => familyOf(defect) === id);
      return {
        name,
        defects: own.length,
        killed: own.filter(({ trial }) => trial.isKilled).length,
        leftBySmoke: leftBy('smoke', own).length,
      };
    }),
    leftBy: { smoke: leftBy('smoke'), standard: leftBy('standard'), deep: leftBy('deep') },
    atSeveralPorts: defects.filter((defect) => portCount(defect) > 1).length,
    variants: variantTrials.length,
    alarms: variantTrials.filter(({ alarms }) => alarms.length > 0),
    broken: [
      ...variantTrials.flatMap(({ name, broken }) => broken.map((what) => ({ at: name, what }))),
      ...defectTrials.flatMap(({ id, broken }) => broken.map((what) => ({ at: id, what }))),
    ],
  };
};

/** What stands between the judge and its promise; empty if it is kept. */
export const shortcomings = ({
  defects,
  killed,
  survivors,
  neverRed,
  alarms,
  broken,
  variants,
}: Figures): readonly string[] => [
  ...(defects < 300 ? [`there are ${defects} defects, and 300 are promised`] : []),
  ...(variants < 200 ? [`there are ${variants} variants, and 200 are promised`] : []),
  ...(killed < 0.95 * defects ? [`${killed} of ${defects} defects are killed, and 95 % are promised`] : []),
  ...survivors
    .filter(({ defect }) => defect.unseen === undefined)
    .map(({ defect }) => `${defect.id} survives without a reason (${defect.clause})`),
  ...neverRed.map((id) => `no defect turns ${id} red under its own clause`),
  ...alarms.flatMap(({ name, alarms: all }) =>
    all.map(({ check, message }) => `false alarm at ${name}: ${check}: ${message}`),
  ),
  ...broken.map(({ at, what }) => `at ${at}: ${what}`),
];

/**
 * The tables that stand in contract-tests/README.md.
 * @param shown what was shown to whom, in a sentence
 */
export const tablesOf = (figures: Figures, checks: readonly Check[], shown: string): string => {
  const { defects, killed, misattributed, survivors, leftBy, variants, alarms } = figures;
  return [
    `There are ${checks.length} checks, ${defects} defects and ${variants} lawful servers. ${shown} ` +
      `${killed} defects were killed (${rate(killed, defects)}), each by a check that blames the very clause that it breaks; ${misattributed.length} were seen under another clause only, and there were ${alarms.length} false alarms.`,
    '',
    `${figures.atSeveralPorts} of the defects are made at more than one port, each of them one deviation: a second port tells the first what it does not see, or tells the same lie.`,
    '',
    '| family | defects | killed | rate | given up by smoke |',
    '|---|---|---|---|---|',
    ...figures.families.map(
      (family) =>
        `| ${family.name} | ${family.defects} | ${family.killed} | ${rate(family.killed, family.defects)} | ${family.leftBySmoke} |`,
    ),
    '',
    '| profile | checks | killed | gives up |',
    '|---|---|---|---|',
    ...profiles.map((profile) => {
      const count = checks.filter((check) => profiles.indexOf(check.profile) <= profiles.indexOf(profile)).length;
      const left = leftBy[profile].length;
      return `| ${profile} | ${count} | ${defects - left} (${rate(defects - left, defects)}) | ${left} |`;
    }),
    ...(leftBy.standard.length === 0
      ? []
      : [
          '',
          '| given up by standard | what it does |',
          '|---|---|',
          ...leftBy.standard.map(({ id, does }) => `| \`${id}\` | ${does} |`),
        ]),
    ...(survivors.length === 0
      ? []
      : [
          '',
          '| survivor | what it does | why nobody sees it |',
          '|---|---|---|',
          ...survivors.map(({ defect }) => `| \`${defect.id}\` | ${defect.does} | ${defect.unseen ?? ''} |`),
        ]),
  ].join('\n');
};

/** What was seen beside it. Real time has a say in it, so that it differs by a few from run to run: it is not held against the README. */
export const besideOf = ({ elsewhere, asDeployment: { pairs, killed } }: Figures): string =>
  `With ${elsewhere.defects} defects ${elsewhere.checks} further checks were red too, under clauses that the defect does not name. ` +
  `Shown as a deployment is, without control: ${pairs} pairs of a defect and a check that caught it, ${killed} killed (${rate(killed, pairs)}).`;

const rate = (some: number, all: number): string => (all === 0 ? '' : `${((100 * some) / all).toFixed(1)} %`);
