/** What a page names of the document can be read where it is named, in a file that may load nothing. */
import { expect, test } from 'vitest';
import { clauseList, clauses } from '../../spec/clauses.ts';
import { gaps } from '../../spec/gaps.ts';
import { html } from '../../spec/pages/html-text.ts';
import { conductHtml } from '../conduct-report/html.ts';
import { sampleReport as sampleConduct } from '../conduct-report/sample.case.ts';
import { openReceiver, secret } from '../receiver-cases/receivers/frame.case.ts';
import { judged } from '../receiver-cases/try.case.ts';
import { receiverHtml } from '../receiver-report/html.ts';
import { receiverReportOf } from '../receiver-report/report.ts';
import { htmlOf } from './html.ts';
import { clauseLink, gapLink, linked } from './html-named.ts';
import { pageOf } from './html-page.ts';
import { sampleDrift, sampleJudgement, sampleReport } from './sample.case.ts';
import { redactor } from './secrets.ts';

const receiverPage = async (): Promise<string> => {
  const receiver = await openReceiver(() => ({ fresh: (t, now) => now - t <= 300 }));
  const judgement = await judged(receiver);
  await receiver.close();
  const how = {
    version: '0',
    redact: redactor({ 'webhook-secret': secret }),
    failOn: 'fail',
    isNarrowed: false,
  } as const;
  return receiverHtml(receiverReportOf(judgement, { ...how, command: 'understudy receiver --url x' }));
};

const pages: readonly (readonly [whose: string, page: () => string | Promise<string>])[] = [
  ['a server', () => htmlOf(sampleReport())],
  ['a server, judged strictly', () => htmlOf(sampleReport({ strict: true }))],
  ['a client', () => conductHtml(sampleConduct())],
  ['a receiver', receiverPage],
];

/** What was sent and what is to be typed is quoted as it is: there is nothing to click in it. */
const readable = (page: string): string =>
  page.replaceAll(/<style>[^]*?<\/style>|<pre>[^]*?<\/pre>|<p class="again">[^]*?<\/p>/g, '');

const unlinked = (page: string): string[] =>
  readable(page)
    .replaceAll(/<a\b[^]*?<\/a>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/[^\w.-]+/)
    .filter((word) => Object.hasOwn(clauses, word));

const leadingNowhere = (page: string): string[] =>
  [...page.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to).filter((to) => !page.includes(`id="${to.slice(1)}"`));

test.each(pages)(
  'each clause that the report on %s names is a link, and each link leads to a place of the page',
  async (_whose, make) => {
    const page = await make();
    expect(page.match(/href="#clause:/g)?.length).toBeGreaterThan(3);
    expect(unlinked(page)).toEqual([]);
    expect(leadingNowhere(page)).toEqual([]);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  },
);

test('a difference leads to the finding of its check only where there is one', () => {
  const differences = sampleDrift.map((one) => ('checkId' in one ? { ...one, checkId: 'balance.passes' } : one));
  const drifted = htmlOf(sampleReport({}, sampleJudgement({ drift: { differences, observed: new Map() } })));
  expect(drifted).toMatch(/the mock breaks [^]*<code>balance\.passes<\/code>/);
  expect(leadingNowhere(drifted)).toEqual([]);
});

const page = (main: string | ReturnType<typeof html>): string =>
  pageOf({ title: 't', head: html``, main: typeof main === 'string' ? linked(main) : main, foot: 'f' });

test('a clause in a text is a link, and its page ends with what it says and who has to keep it', () => {
  const [one] = clauseList;
  const shown = page(`Never judged: ${one?.id}, and \`x\`.`);
  expect(shown).toContain(`Never judged: <a class="anchor" href="#clause:${one?.id}">`);
  const said = shown.slice(shown.indexOf('id="named-clauses"')).replaceAll(/\s+/g, ' ');
  expect(said).toMatch(
    new RegExp(`id="clause:${one?.id}"> <span class="mark ${one?.level}">\\w+ ${one?.level}</span>`),
  );
  expect(shown.match(/class="entry/g)).toHaveLength(1);
});

test('a gap is said with the answers that there may be', () => {
  const shown = page(html`${gapLink('link-lifetime')}`);
  expect(leadingNowhere(shown)).toEqual([]);
  for (const value of Object.keys(gaps['link-lifetime'].values)) expect(shown).toContain(value);
});

test('what is no clause is no link, and nobody’s text makes one', () => {
  expect(clauseLink('pricing.some-check').html).toBe('<code>pricing.some-check</code>');
  expect(gapLink('nothing').html).toBe('<code>nothing</code>');
  const sent = 'href="#clause:conventions.paths-under-base-url"';
  expect(page(html`<pre>${sent}</pre>`)).not.toContain('class="entry');
});
