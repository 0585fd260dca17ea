/** What the mock says when it serves: a line for programs, a box for people. */
import colors from 'picocolors';
import type { Mock } from '../compose.ts';

type Shown = { readonly balance: number; readonly rateLimit: number | 'off' };

/** One line of JSON with everything that a program needs to use the mock; also the content of the ready file. */
export const readyLine = (mock: Mock): string =>
  JSON.stringify({
    event: 'ready',
    base_url: mock.url,
    api_key: mock.apiKey,
    webhook_secret: mock.webhookSecret,
    control_url: mock.controlUrl,
    control_token: mock.controlToken,
    console_url: `${mock.controlUrl}/#token=${mock.controlToken}`,
    seed: mock.seed,
    clock: mock.control.clock().mode,
  });

export const readyBox = (mock: Mock, { balance, rateLimit }: Shown): string => {
  const { mode, now } = mock.control.clock();
  const rows = [
    ['base URL', mock.url],
    ['API key', mock.apiKey],
    ['webhook secret', mock.webhookSecret],
    ['control API', mock.controlUrl],
    ['control token', mock.controlToken],
    ['clock', mode === 'real' ? mode : `${mode}, now ${now}`],
    ['seed', String(mock.seed)],
    ['store', 'memory: nothing is kept when it stops'],
    ['balance', `${balance} USD`],
    ['rate limit', rateLimit === 'off' ? 'off' : `${rateLimit} requests a minute for each key`],
    ['gaps', 'each at its default: understudy spec gaps'],
  ] as const;
  const label = Math.max(...rows.map(([name]) => name.length));
  const title = 'Understudy stands in for the Face and Voice Generation Service';
  const width = Math.max(title.length, ...rows.map(([, value]) => label + 2 + value.length)) + 2;
  const line = (text: string, plain: number): string => `│ ${text}${' '.repeat(width - plain - 2)} │\n`;
  return [
    `┌${'─'.repeat(width)}┐\n`,
    line(colors.bold(title), title.length),
    `├${'─'.repeat(width)}┤\n`,
    ...rows.map(([name, value]) => line(`${colors.dim(name.padEnd(label))}  ${value}`, label + 2 + value.length)),
    `└${'─'.repeat(width)}┘\n`,
    `Try it: curl -H "Authorization: Bearer ${mock.apiKey}" ${mock.url}/balance\n`,
    'Stop it with Ctrl-C.\n',
  ].join('');
};
