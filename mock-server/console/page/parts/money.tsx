/** USD: exact to the micro-USD in columns, with what is below a cent paler; short elsewhere. */
import { usd, usdParts } from '../figures.ts';

export const Money = ({ amount, exact = false }: { amount: number; exact?: boolean }) => {
  if (!exact) return <span class="money">{usd(amount)}</span>;
  const [main, micros] = usdParts(amount);
  return (
    <span class="money">
      {main}
      <span class={micros === '0000' ? 'micros none' : 'micros'}>{micros}</span>
    </span>
  );
};
