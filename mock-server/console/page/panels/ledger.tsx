/** The books of an account: every movement of its money, and a sum that is held against what the balance says. */
import { useState } from 'preact/hooks';
import type { LedgerView } from '../../../../spec/schemas/feed.ts';
import { useAsked } from '../ask.ts';
import { count } from '../figures.ts';
import type { Panel } from '../panel.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { Money } from '../parts/money.tsx';
import { Postings } from '../parts/postings.tsx';
import { account, accounts, chooseAccount, mainAccount } from '../store.ts';
import { useCalm } from '../use-calm.ts';

type Account = { readonly balance_usd: number };

const Ledger = () => {
  const id = mainAccount.value;
  return (
    <>
      {account.value === '' && accounts.list.value.length > 1 && <AllAccounts />}
      {id === '' ? <Empty>There is no account.</Empty> : <Books key={id} id={id} />}
    </>
  );
};

const pageLength = 200;

const Books = ({ id }: { id: string }) => {
  const [limit, setLimit] = useState(pageLength);
  // Asked anew when money has moved, but not for each of a thousand movements.
  const moved = useCalm(JSON.stringify(accounts.get(id) ?? null), 400);
  const { answer: books, problem } = useAsked<LedgerView>(`accounts/${id}/ledger?limit=${limit}`, moved);
  const { answer: balance } = useAsked<Account>(`accounts/${id}`, moved);
  if (problem !== undefined) return <Problem text={problem} />;
  if (books === undefined) return null;
  return (
    <>
      <Sum books={books} balance={balance?.balance_usd} />
      <Card title={`Postings of ${id}`} side={<span class="faint">{count(books.count)} in all, the newest first</span>}>
        <Postings postings={books.postings} />
        {books.postings.length < books.count && limit < 1_000 && (
          <button type="button" onClick={() => setLimit(1_000)}>
            Show more
          </button>
        )}
      </Card>
    </>
  );
};

/** Top-ups, less charges, plus refunds, is the balance: once reckoned from the postings, and once as the account says. */
const Sum = ({ books, balance }: { books: LedgerView; balance: number | undefined }) => {
  const { sums_usd: sums } = books;
  const reckoned = Math.round((sums['top-up'] - sums.charge + sums.refund) * 1e6) / 1e6;
  const fits = balance === undefined || reckoned === balance;
  return (
    <Card title="What they come to" class="sum">
      <dl class="sum-row">
        <Term name="Top-ups" amount={sums['top-up']} />
        <Term sign="−" name="Charges" amount={sums.charge} />
        <Term sign="+" name="Refunds" amount={sums.refund} />
        <Term sign="=" name="Balance" amount={reckoned} strong />
        <div class="term">
          <dt>Balance of the account</dt>
          <dd>{fits ? <Badge tone="good">the same</Badge> : <Badge tone="bad">{`differs: ${balance}`}</Badge>}</dd>
        </div>
      </dl>
      <p class="faint">
        Of it <Money exact amount={books.held_usd} /> USD is held for what runs, and{' '}
        <Money exact amount={books.available_usd} /> USD is there to be spent. All of it is in USD, to the millionth.
      </p>
    </Card>
  );
};

const Term = ({
  sign,
  name,
  amount,
  strong = false,
}: {
  sign?: string;
  name: string;
  amount: number;
  strong?: boolean;
}) => (
  <div class={strong ? 'term strong' : 'term'}>
    <dt>{name}</dt>
    <dd>
      {sign !== undefined && (
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <Money exact amount={amount} />
    </dd>
  </div>
);

const AllAccounts = () => (
  <Card title="Accounts">
    <div class="table-box">
      <table>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {['Topped up', 'Spent', 'Held', 'Balance'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.list.value.map((one) => (
            <tr key={one.account_id}>
              <td>
                <button type="button" class="link" onClick={() => chooseAccount(one.account_id)}>
                  {one.account_id}
                </button>
              </td>
              {[one.topped_up_usd, one.spent_usd, one.held_usd, one.balance_usd].map((amount, index) => (
                <td key={index} class="number">
                  <Money exact amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

export const ledger: Panel = {
  id: 'ledger',
  title: 'Ledger',
  icon: 'M3.500 2.500h9v11h-9zM6 5.500h4M6 8h4M6 10.500h2',
  key: 'l',
  group: 'See',
  view: Ledger,
};
