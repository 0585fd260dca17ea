/** Movements of money, each with what there is after it. */
import { linkTo } from '../route.ts';
import { Money } from './money.tsx';
import { When } from './when.tsx';

export type ShownPosting = {
  readonly n?: number;
  readonly at: string;
  readonly kind: string;
  readonly amount_usd: number;
  readonly about?: string | null;
  readonly available_usd: number;
  readonly held_usd: number;
  readonly balance_usd: number;
};

export const Postings = ({ postings }: { postings: readonly ShownPosting[] }) => {
  const isNamed = postings.some(({ about }) => about !== undefined);
  return (
    <div class="table-box">
      <table class="postings">
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">Posting</th>
            {isNamed && <th scope="col">For</th>}
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col" class="number">
              Available
            </th>
            <th scope="col" class="number">
              Held
            </th>
            <th scope="col" class="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting, index) => (
            <tr key={posting.n ?? index}>
              <td>
                <When at={posting.at} />
              </td>
              <td>
                <span class={`posting ${posting.kind}`}>{posting.kind}</span>
              </td>
              {isNamed && <td>{aboutLink(posting.about ?? null)}</td>}
              <td class="number">
                <Money exact amount={posting.amount_usd} />
              </td>
              <td class="number">
                <Money exact amount={posting.available_usd} />
              </td>
              <td class="number">
                <Money exact amount={posting.held_usd} />
              </td>
              <td class="number strong">
                <Money exact amount={posting.balance_usd} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const aboutLink = (about: string | null) =>
  about === null ? (
    <span class="faint">–</span>
  ) : (
    <a href={linkTo(about.startsWith('job') ? 'jobs' : 'sockets', about)}>
      <code>{about}</code>
    </a>
  );
