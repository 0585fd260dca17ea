/** Where to look after a mistake: the help of the command that was typed. */
import type { Command } from 'commander';

/** One line, such as `(understudy scenario run --help shows its flags)`. */
export const hintOf = (command: Command): string => {
  const shows = command.commands.length > 0 ? 'what there is' : 'its flags';
  return `(${pathOf(command)} --help shows ${shows})`;
};

/** Each command below says it after a mistake that is found while flags are read. */
export const giveHints = (command: Command): void => {
  command.showHelpAfterError(hintOf(command));
  for (const one of command.commands) giveHints(one);
};

/** For a mistake that is found later. @param words as they were typed: without one, and before a flag, it is `start` that is meant */
export const hintAfter = (program: Command, words: readonly string[]): string => {
  const [first = '-'] = words;
  return hintOf(meant(program, first.startsWith('-') ? ['start'] : words));
};

/** The innermost command whose name is typed; a flag or any other word ends its path. */
const meant = (command: Command, [word, ...rest]: readonly string[]): Command => {
  const next = command.commands.find((one) => one.name() === word);
  return next === undefined ? command : meant(next, rest);
};

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
