/** What is judged, and what it offers: keys, money, a clock that moves, a way for webhooks to reach us. */
import type { JobErrorCode } from '../spec/errors.ts';
import type { Control } from './control.ts';
import type { Rates } from './money/rates.ts';

export type Target = {
  /** `{base_url}`: it ends with `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secondKey?: string | undefined;
  readonly revokedKey?: string | undefined;
  readonly lowBalanceKey?: string | undefined;
  /** Of a running mock: it makes accounts, moves the clock and decides outcomes. */
  readonly control?: Control | undefined;
  readonly webhooks?: WebhookReach | undefined;
  readonly inputs: Inputs;
  /** A certificate to trust, in PEM. */
  readonly ca?: string | undefined;
  /** The webhook ladder runs so many times faster than documented. */
  readonly timeScale: number;
  readonly requestsPerMinute: number | 'off';
  /** Undefined: nothing that costs money is sent. */
  readonly spend?: Spend | undefined;
};

export type Spend = {
  /** `Infinity` for play money. */
  readonly budgetUsd: number;
  /** Given by hand for a deployment whose rate card cannot be read. */
  readonly rates?: Rates | undefined;
};

export type WebhookReach = {
  /** The signing secret of the account of `key`; a mock tells that of each account. */
  readonly secret?: string | undefined;
  readonly header: string;
  /** Port to listen on, 0 for a free one. */
  readonly port: number;
  /** Under which the deployment reaches that port; undefined for loopback. */
  readonly publicUrl?: string | undefined;
};

export const inputRoles = ['video', 'image', 'face', 'audio', 'voice'] as const;
export type InputRole = (typeof inputRoles)[number];

export type Input = {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly contentType: string;
  /** Of a clip; 0 for an image. */
  readonly seconds: number;
};

/** Files to work with: one for each role, and those that make a job fail. */
export type Inputs = { readonly [role in InputRole]: Input } & { readonly [code in JobErrorCode]?: Input };
