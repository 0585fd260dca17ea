/** Which account is looked at: one of them, or all. */
import { account, accounts, chooseAccount } from '../store.ts';

export const AccountSwitch = () => (
  <label class="account-switch">
    <span class="hidden">Account</span>
    <select value={account.value} onChange={({ currentTarget }) => chooseAccount(currentTarget.value)}>
      <option value="">All accounts</option>
      {accounts.list.value.map(({ account_id: id }) => (
        <option key={id} value={id}>
          {id === 'a1' ? 'a1 (default)' : id}
        </option>
      ))}
    </select>
  </label>
);
