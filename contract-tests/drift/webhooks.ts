/** What a receiver sees of two servers' webhooks: headers, media type and body; those of one event beside each other. */
import { memberOf } from '../reading/members.ts';
import type { Delivery } from '../receiver.ts';
import type { Contrast, Sighting } from './contrast.ts';
import { groupBy } from './group-by.ts';
import type { Placed, Recording } from './recording.ts';
import { contrastsOfShapes } from './shapes.ts';
import { contrastsOfValues } from './values.ts';

const operation = 'webhook';

type Pair = { readonly mock: Delivery; readonly deployment: Delivery; readonly seen: Sighting };

export const contrastsOfWebhooks = (mock: Recording, deployment: Recording): readonly Contrast[] => {
  const ours = groupBy(mock.deliveries, keyOf);
  const pairs = [...groupBy(deployment.deliveries, keyOf)].flatMap(([key, theirs]) =>
    theirs.flatMap(({ of, check }, index): Pair[] => {
      const own = ours.get(key)?.[index]?.of;
      return own === undefined
        ? []
        : [{ mock: own, deployment: of, seen: { check, mock: told(own), deployment: told(of) } }];
    }),
  );
  const bodies = pairs.map((pair) => ({ mock: pair.mock.json, deployment: pair.deployment.json, seen: pair.seen }));
  return [
    ...pairs.flatMap(({ mock: own, deployment: other, seen }) =>
      headers(namesOf(own, mock), namesOf(other, deployment), seen).concat(mediaTypes(own, other, seen)),
    ),
    ...contrastsOfShapes(operation, bodies),
    ...contrastsOfValues(operation, bodies),
  ];
};

const eventOf = ({ json }: Delivery): string => String(memberOf(json, 'event'));

const keyOf = ({ of, group }: Placed<Delivery>): string => `${group} ${eventOf(of)}`;

const headers = (ours: ReadonlySet<string>, theirs: ReadonlySet<string>, seen: Sighting): readonly Contrast[] =>
  [...new Set([...ours, ...theirs])]
    .filter((name) => ours.has(name) !== theirs.has(name))
    .map((name) => {
      const [mock, deployment] = ours.has(name) ? ['there', 'absent'] : ['absent', 'there'];
      return { kind: 'header', operation, what: `header ${name}`, name, mock, deployment, seen: [seen] };
    });

/** The signature has the brand in its name, so it is told by its meaning. */
const namesOf = ({ headers: all }: Delivery, { signatureHeader }: Recording): ReadonlySet<string> =>
  new Set(
    Object.keys(all).flatMap((name) => {
      if (name === signatureHeader) return [signature];
      return ofTransport.has(name) ? [] : [name];
    }),
  );

const signature = 'signature';

const ofTransport: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'date',
  'host',
  'keep-alive',
  'transfer-encoding',
  'user-agent',
]);

const mediaTypes = (own: Delivery, other: Delivery, seen: Sighting): readonly Contrast[] => {
  const [mock, deployment] = [mediaOf(own), mediaOf(other)];
  return mock === deployment
    ? []
    : [{ kind: 'media-type', operation, what: 'media type', mock, deployment, seen: [seen] }];
};

const mediaOf = ({ headers: { 'content-type': type = 'none' } }: Delivery): string =>
  type.toLowerCase().replaceAll(/\s*;\s*/g, '; ');

/** Without what could be secret. */
const told = (delivery: Delivery): string =>
  `${delivery.method} ${eventOf(delivery)}, ${mediaOf(delivery)}, members ${membersOf(delivery.json).join(', ')}`;

const membersOf = (json: unknown): readonly string[] => {
  const names = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return [...names(json), ...names(memberOf(json, 'data')).map((name) => `data.${name}`)];
};
