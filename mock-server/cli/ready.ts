/** What the mock says when it serves: a line for programs, a box for people. */
import colors from 'picocolors';
import type { Mock } from '../compose.ts';
import { changedChoices } from '../gap-choices.ts';

type Shown = {
  readonly balance: number;
  readonly rateLimit: number | 'off';
  readonly config?: string;
  readonly data?: string;
  readonly databaseUrl?: string;
};

/** One line of JSON with everything that a program needs to use the mock; also the content of the ready file. */
export const readyLine = (mock: Mock): string =>
  JSON.stringify({
    event: 'ready',
    base_url: mock.url,
    api_key: mock.apiKey,
    webhook_secret: mock.webhookSecret,
    control_url: mock.controlUrl,
    control_token: mock.controlToken,
    console_url: consoleUrl(mock),
    seed: mock.seed,
    clock: mock.control.clock().mode,
    ...(mock.scenario !== undefined && { scenario: mock.scenario.name }),
    ...(accountsSayMore(mock) && { accounts: mock.accounts }),
    ...(Object.keys(changedChoices(mock.choices)).length > 0 && { variants: changedChoices(mock.choices) }),
    ...(mock.caPem !== undefined && { ca_pem: mock.caPem }),
  });

/** Whether there are several, or one whose key or secret its story changes. */
const accountsSayMore = ({ accounts }: Mock): boolean => {
  const all = Object.values(accounts);
  return all.length > 1 || all.some((one) => (one.next_api_key ?? one.next_webhook_secret) !== undefined);
};

/** The token stands behind the `#`, which no server sees. */
const consoleUrl = ({ controlUrl, controlToken }: Mock): string => `${controlUrl}/#token=${controlToken}`;

export const readyBox = (mock: Mock, shown: Shown): string => {
  const { balance, rateLimit, config } = shown;
  const { mode, now } = mock.control.clock();
  const rows = [
    ['base URL', mock.url],
    ['API key', mock.apiKey],
    ['webhook secret', mock.webhookSecret],
    ...nextRows(mock),
    ['console', consoleUrl(mock)],
    ['control API', mock.controlUrl],
    ['control token', mock.controlToken],
    ['clock', mode === 'real' ? mode : `${mode}, now ${now}`],
    ['seed', String(mock.seed)],
    ['store', storeOf(shown)],
    ['balance', `${balance} USD`],
    ['rate limit', rateLimit === 'off' ? 'off' : `${rateLimit} requests a minute for each key`],
    ...(mock.scenario === undefined ? [] : [['scenario', `${mock.scenario.name}: ${mock.scenario.title}`] as const]),
    ...(config === undefined ? [] : [['settings', `from ${config}`] as const]),
    ...gapRows(mock),
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
    ...(mock.caPem === undefined ? [] : [mock.caPem, trust(mock)]),
    `Try it: curl${mock.caPem === undefined ? '' : ' --cacert understudy.pem'} -H "Authorization: Bearer ${mock.apiKey}" ${mock.url}/balance\n`,
    'Stop it with Ctrl-C.\n',
  ].join('');
};

/** What a story has them change to. */
const nextRows = ({ accounts }: Mock): (readonly [string, string])[] => {
  const { next_api_key: key, next_webhook_secret: secret } = accounts['main'] ?? {};
  return [
    ...(key === undefined ? [] : [['next API key', key] as const]),
    ...(secret === undefined ? [] : [['next secret', secret] as const]),
  ];
};

/** Without the password that may stand in the address. */
const storeOf = ({ data, databaseUrl }: Shown): string => {
  if (databaseUrl !== undefined)
    return `PostgreSQL at ${new URL(databaseUrl).host}, shared by all that use it; files in ${data}`;
  return data === undefined ? 'memory: nothing is kept when it stops' : data;
};

/** The choices that are not the defaults, as many in a row as can be read. */
const gapRows = ({ choices }: Mock): (readonly [string, string])[] => {
  const changed = Object.entries(changedChoices(choices)).map(([gap, value]) => `${gap}=${value}`);
  if (changed.length === 0) return [['gaps', 'each at its default: understudy spec gaps']];
  const rows = [`${changed.length} not at ${changed.length === 1 ? 'its default' : 'their defaults'}:`];
  for (const choice of changed) {
    const row = `${rows.at(-1)} ${choice}`;
    if (rows.length > 1 && row.length <= rowWidth) rows[rows.length - 1] = row;
    else rows.push(choice);
  }
  return rows.map((row, index) => [index === 0 ? 'gaps' : '', row]);
};

const rowWidth = 76;

const trust = ({ controlUrl }: Mock): string =>
  `Trust its certificate: curl -kfsS -o understudy.pem ${controlUrl}/ca.pem, and NODE_EXTRA_CA_CERTS=understudy.pem for Node\n`;
