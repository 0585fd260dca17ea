/** The panels, in the order in which the navigation shows them. */
import type { Panel } from './panel.ts';
import { capacity } from './panels/capacity.tsx';
import { clockPanel } from './panels/clock.tsx';
import { faultsPanel } from './panels/faults.tsx';
import { conduct } from './panels/conduct.tsx';
import { gapsPanel } from './panels/gaps.tsx';
import { journal } from './panels/journal.tsx';
import { contract } from './panels/contract.tsx';
import { deliveries } from './panels/deliveries.tsx';
import { jobs } from './panels/jobs.tsx';
import { ledger } from './panels/ledger.tsx';
import { overview } from './panels/overview.tsx';
import { scenarios } from './panels/scenarios.tsx';
import { sockets } from './panels/sockets.tsx';
import { tryIt } from './panels/try-it.tsx';

export const panels: readonly Panel[] = [
  overview,
  jobs,
  journal,
  ledger,
  deliveries,
  sockets,
  tryIt,
  clockPanel,
  faultsPanel,
  capacity,
  scenarios,
  gapsPanel,
  conduct,
  contract,
];
