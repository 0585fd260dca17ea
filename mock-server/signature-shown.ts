/** The signature of a sent webhook taken apart, for whoever wants to see how it comes about. Of a secret only the end is told. */
import type { GapChoices } from '../spec/gaps.ts';
import type { ExplainSignature } from './control/delivery-view.ts';
import { signingSecrets } from './domain/deliveries.ts';
import { digest } from './webhooks/signature.ts';

export const createExplainSignature =
  (headerName: string, choices: GapChoices): ExplainSignature =>
  (account, { headers, body }, at) => {
    const isIt = (name: string): boolean => name.toLowerCase() === headerName.toLowerCase();
    const [header, value] = Object.entries(headers).find(([name]) => isIt(name)) ?? [];
    if (header === undefined || value === undefined) return null;
    const parts = value.split(',').map((part) => part.split('='));
    const named = (wanted: string): string[] => parts.flatMap(([name, text = '']) => (name === wanted ? [text] : []));
    const [t = ''] = named('t');
    return {
      header,
      value,
      t,
      v1: named('v1'),
      secrets: signingSecrets(account, choices, at).map((secret) => ({
        ends_with: secret.slice(-shownChars),
        hex: digest(body, secret, t).toString('hex'),
      })),
    };
  };

const shownChars = 4;
