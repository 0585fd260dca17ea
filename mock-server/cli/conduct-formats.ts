/** How scorecards are told in files. On its own, since `exec` loads it only where a report was asked for. */
import { conductHtml } from '../../contract-tests/conduct-report/html.ts';
import { conductJunit } from '../../contract-tests/conduct-report/junit.ts';
import { conductMarkdown } from '../../contract-tests/conduct-report/markdown.ts';
import type { ConductReport } from '../../contract-tests/conduct-report/report.ts';
import type { Formats } from './write-reports.ts';

export const conductFormats: Formats<ConductReport> = {
  junit: conductJunit,
  html: conductHtml,
  md: conductMarkdown,
};
