/** Whether packages can be had: tests that install some are left out, and say so, where there is no registry. */
import { launch } from '../mock-server/cli/launch.case.ts';

const isThere = async (): Promise<boolean> => {
  const { child, ended } = launch('npm', ['view', 'mediabunny', 'name', '--fetch-retries=0', '--fetch-timeout=10000']);
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const { code } = await ended;
  clearTimeout(timer);
  return code === 0;
};

export const withoutRegistry: boolean = !(await isThere());
/** For titles. */
export const orNot = withoutRegistry ? ' (left out: no registry answers)' : '';
