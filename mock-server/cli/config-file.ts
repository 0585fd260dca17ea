/** Settings from a file: the flags without their dashes, and fault rules. */
import { type Option, InvalidArgumentError } from 'commander';
import type { Located } from '../../scenarios/located-file.ts';
import { plain } from '../../scenarios/located-value.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { isRefused } from '../domain/refusal.ts';
import { faultRulesMax, readFaultRule } from '../fault-rules.ts';
import { InvalidSecret, WrongUsage } from './wrong-usage.ts';

/** Of one list. */
const itemsMax = 1_000;

/** Values by the names that `StartFlags` has for them. */
type Settings = { [attribute: string]: unknown };

/** Where a file has the settings of a command that is not `start`. */
export type Part = {
  readonly name: 'test';
  /** Without such a part the whole file is meant: the user named it. */
  readonly orAll: boolean;
};

/**
 * @param options of the command: each but `--config` may stand in the file, and its own reader reads the value
 * @param part of the file that is read; by default all of it but the parts of other commands
 * Throws `WrongUsage`, with the place of what is wrong.
 */
export const readConfig = async (file: string, options: readonly Option[], part?: Part): Promise<Settings> => {
  const { readLocated } = await import('../../scenarios/located-file.ts');
  const root = await readLocated(file).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new WrongUsage(error.message, { cause: error }) : error;
  });
  const known = new Map(options.filter(({ long }) => long !== '--config').map((option) => [option.name(), option]));
  const settings: Settings = {};
  if (root === undefined) return settings;
  for (const [{ text: name, where }, value] of settingsIn(root, part)) {
    const option = known.get(name);
    if (name === 'test' && part === undefined) continue;
    // For editors: where the schema of the file is.
    if (name === '$schema' && (part === undefined || part.orAll)) continue;
    if (name === 'faults' && part === undefined) settings['faults'] = readFaults(value);
    else if (option !== undefined) settings[option.attributeName()] = readSetting(option, value);
    else
      throw wrong(
        { where },
        `there is no setting ${name}${didYouMean(name, [...known.keys(), ...(part === undefined ? ['faults'] : [])])}`,
      );
  }
  return settings;
};

type Entries = Extract<Located, { kind: 'map' }>['entries'];

const settingsIn = (root: Located, part: Part | undefined): Entries => {
  const all = entriesOf(root, 'there must be settings here, such as "port: 4870"');
  if (part === undefined) return all;
  const own = all.find(([name]) => name.text === part.name)?.[1];
  if (own !== undefined) return entriesOf(own, `below ${part.name} there must be settings, such as "profile: smoke"`);
  return part.orAll ? all : [];
};

const readSetting = (option: Option, value: Located): unknown => {
  const name = option.name();
  if (option.optional && value.kind === 'single' && typeof value.value === 'boolean') return value.value;
  if (option.isBoolean()) {
    if (value.kind === 'single' && typeof value.value === 'boolean') return value.value;
    throw wrong(value, `${name} must be true or false`);
  }
  if (name === 'variant') {
    const entries = entriesOf(value, 'variant must hold gaps with their values, such as "error-body: flat"');
    return entries.reduce<unknown>(
      (before, [gap, choice]) => readText(option, choice, `${gap.text}=${textOf(choice)}`, before),
      undefined,
    );
  }
  if (option.variadic && value.kind === 'map') {
    return value.entries.reduce<unknown>(
      (before, [inner, choice]) => readText(option, choice, `${inner.text}=${textOf(choice)}`, before),
      undefined,
    );
  }
  if (option.variadic && value.kind === 'list') {
    if (value.items.length > itemsMax) throw wrong(value, `${name} may have at most ${itemsMax} values`);
    return value.items.reduce<unknown>((before, item) => readText(option, item, textOf(item), before), undefined);
  }
  if (value.kind === 'single' && value.value === null) throw wrong(value, `${name} has no value`);
  return readText(option, value, textOf(value));
};

/** The option's own reader, as if it had been typed. @param before what it has gathered so far, if it gathers */
const readText = (option: Option, { where }: Located, text: string, before?: unknown): unknown => {
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, before as string);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError || error instanceof InvalidSecret)) throw error;
    throw wrong({ where }, `${option.name()} is invalid. ${error.message}`);
  }
};

const readFaults = (value: Located): unknown => {
  if (value.kind !== 'list') throw wrong(value, 'faults must be a list of rules');
  if (value.items.length > faultRulesMax) throw wrong(value, `faults may have at most ${faultRulesMax} rules`);
  const ids = new Set<string>();
  return value.items.map((item) => {
    entriesOf(item, 'a rule must have when and then, such as "{when: {}, then: {fault: request-delay}}"');
    const rule = plain(item) as FaultRuleBody;
    const refused = readFaultRule(rule);
    if (isRefused(refused)) {
      const { message } = refused.refusal;
      throw wrong(placeOf(item, message), `a fault rule is invalid: ${message}`);
    }
    const { id } = rule;
    if (id !== undefined && ids.size === ids.add(id).size) {
      throw wrong(placeOf(item, 'id'), `a fault rule is invalid: another rule has the id ${id}`);
    }
    return rule;
  });
};

/** A refusal begins with the path of what it refuses; its place is that of the innermost part that is there. */
const placeOf = (rule: Located, message: string): Located => {
  const path = message.split(' ', 1)[0]?.split('/') ?? [];
  return path.reduce<Located>((inner, name) => {
    const found = inner.kind === 'map' ? inner.entries.find(([key]) => key.text === name)?.[1] : undefined;
    return found ?? inner;
  }, rule);
};

const entriesOf = (value: Located, otherwise: string): Entries => {
  if (value.kind !== 'map') throw wrong(value, otherwise);
  return value.entries;
};

const textOf = (value: Located): string => {
  if (value.kind !== 'single') throw wrong(value, 'there must be one value here');
  return value.text;
};

const wrong = ({ where }: { readonly where: string }, message: string): WrongUsage =>
  new WrongUsage(`${where}: ${message}`);
