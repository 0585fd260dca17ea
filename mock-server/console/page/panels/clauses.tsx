/** The clauses of the document that speak of an operation, from the open documents of the mock. */
import { useMemo } from 'preact/hooks';
import { useAsked } from '../ask.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';

type Clause = { readonly id: string; readonly side: string; readonly level: string; readonly text: string };
type Document = {
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: { operationId?: string; 'x-clauses'?: string[] } };
  };
};

/** @param operation its id; `webhook` for deliveries */
export const Clauses = ({ operation }: { operation: string }) => {
  const { answer: all } = useAsked<readonly Clause[]>('clauses.json');
  const { answer: document } = useAsked<Document>('openapi.json');
  const found = useMemo(() => clausesOf(operation, all ?? [], document), [operation, all, document]);
  if (found.length === 0) return null;
  return (
    <Card title="Clauses it touches" side={<span class="faint">{found.length}</span>}>
      <details class="clauses" open={found.length <= 8}>
        <summary>{found.length} facts of the document</summary>
        <ul>
          {found.map(({ id, level, text }) => (
            <li key={id}>
              <a href={`docs/clauses#${id}`}>
                <code>{id}</code>
              </a>{' '}
              {level === 'should' && <Badge>should</Badge>}
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
};

const clausesOf = (operation: string, all: readonly Clause[], document: Document | undefined): readonly Clause[] => {
  if (operation === 'webhook') return all.filter(({ id }) => id.startsWith('events.'));
  const own = Object.values(document?.paths ?? {})
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === operation)?.['x-clauses'];
  const cited = new Set(own);
  return all.filter(({ id }) => cited.has(id));
};
