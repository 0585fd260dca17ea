/** The two flags of every command that talks to a running mock: where its control API is, and the token that opens it. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InvalidSecret } from './wrong-usage.ts';

export type ControlFlags = { readonly controlUrl?: string; readonly controlToken?: string };

export const addControlFlags = (command: Command): Command =>
  command
    .optionsGroup('Which mock (its ready line says both):')
    .addOption(
      new Option('--control-url <url>', 'control API of the mock, such as http://127.0.0.1:4870/__understudy')
        .argParser(readControlUrl)
        .env('UNDERSTUDY_CONTROL_URL'),
    )
    .addOption(
      new Option('--control-token <token>', 'its token').argParser(readControlToken).env('UNDERSTUDY_CONTROL_TOKEN'),
    );

const controlPath = '/__understudy';

/** Without a slash at its end. An address without a path means the control API there; any other path is a mistake. */
export const readControlUrl = (text: string): string => {
  if (/\/\/[^/]*@/.test(text)) throw new InvalidSecret('The control URL must be without user name and password.');
  if (!/^https?:\/\/[^/?#\s]+[^?#\s]*$/i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an http or https address, such as http://127.0.0.1:4870/__understudy.');
  }
  const url = text.replace(/\/+$/, '');
  if (url.endsWith(controlPath)) return url;
  if (new URL(url).pathname === '/') return url + controlPath;
  throw new InvalidArgumentError(`It must end with ${controlPath}: it is the control_url of the ready line.`);
};

/** What can stand in a header; a wrong one is never shown. */
export const readControlToken = (text: string): string => {
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) {
    throw new InvalidSecret('The value of --control-token must be 1 to 256 visible ASCII characters without spaces.');
  }
  return text;
};
