/** What a panel of the console is: one file below `panels/`, and one line in `panels.ts`. */
import type { ComponentType } from 'preact';

export type Panel = {
  /** Its place in the address: `#/jobs`. */
  readonly id: string;
  readonly title: string;
  /** The outline of its icon, as the path of an SVG of 16 by 16. */
  readonly icon: string;
  /** The letter that goes there after a `g`. */
  readonly key: string;
  readonly group: PanelGroup;
  readonly view: ComponentType<PanelProps>;
};

/** What follows in the address after the panel: `#/jobs/job_a1_x` has one part. */
export type PanelProps = { readonly rest: readonly string[] };

/** Look at what happens, make things happen, and judge. */
export type PanelGroup = 'See' | 'Steer' | 'Judge';
