/** What is alike in all bodies: names, times, members beyond the documented ones. Each is chosen once, not for each body. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { operations } from '../../../spec/operations.ts';
import { type Feature, type JobFeature, features } from '../../../spec/vocabulary.ts';
import { basePath } from '../base-path.ts';

export type Style = {
  /** Gives a body its further member, if it is to have one. */
  readonly named: <T extends object>(kind: string, body: T) => T;
  readonly timestamp: (time: number) => string;
  readonly featureNames: { readonly [feature in Feature]: string };
  readonly endpointNames: { readonly [feature in Feature]: string };
};

export const createStyle = (choices: GapChoices): Style => ({
  named: choices['extra-members'] === 'none' ? (_kind, body) => body : (kind, body) => ({ object: kind, ...body }),
  timestamp: timestampIn(choices['timestamp-precision']),
  featureNames: forEachFeature((feature) => nameOfFeature(feature, choices['feature-names'])),
  endpointNames: forEachFeature((feature) => nameOfEndpoint(pathOf(feature), choices['endpoint-names'])),
});

const timestampIn = (precision: GapChoices['timestamp-precision']): ((time: number) => string) => {
  const iso = (time: number): string => new Date(time).toISOString();
  switch (precision) {
    case 'milliseconds':
      return iso;
    case 'seconds':
      return (time) => iso(time).replace(/\.\d+Z$/, 'Z');
    case 'zero-offset':
      return (time) => iso(time).replace(/Z$/, '000+00:00');
    default:
      return precision satisfies never;
  }
};

const nameOfFeature = (feature: Feature, style: GapChoices['feature-names']): string => {
  // The document names the two of live swap; all others are open.
  const isDocumented = feature === 'full_live_swap' || feature === 'full_live_swap_standard';
  return style === 'underscores' || isDocumented ? feature : `${feature}_v1`;
};

const nameOfEndpoint = (path: string, style: GapChoices['endpoint-names']): string => {
  switch (style) {
    case 'path-name':
      return path.split('/')[1] ?? '';
    case 'path':
      return path;
    case 'full-path':
      return basePath + path;
    default:
      return style satisfies never;
  }
};

const jobPaths = Object.fromEntries(
  Object.values(operations).flatMap((operation) =>
    'job' in operation ? [[operation.job.feature, operation.path]] : [],
  ),
) as { readonly [feature in JobFeature]: string };

const pathOf = (feature: Feature): string => {
  switch (feature) {
    case 'full_live_swap':
    case 'full_live_swap_standard':
      return operations.createLiveSwapSession.path;
    case 'voice_changer':
      return operations.createVoiceSession.path;
    default:
      return jobPaths[feature];
  }
};

const forEachFeature = (write: (feature: Feature) => string): { readonly [feature in Feature]: string } =>
  Object.fromEntries(features.map((feature) => [feature, write(feature)])) as { [feature in Feature]: string };
