/** Asks for the control token where the address brought none, or one of another start of the mock. */
import { useState } from 'preact/hooks';
import { token, useToken } from './token.ts';

export const TokenForm = () => {
  const [typed, setTyped] = useState('');
  return (
    <form
      class="card token-form"
      onSubmit={(event) => {
        event.preventDefault();
        useToken(typed);
      }}
    >
      <h1>{token.value === '' ? 'Which mock is this?' : 'This token is not the mock’s'}</h1>
      <p>
        The console needs the control token. It stands in the box that the mock prints when it starts, and in its
        console address after <code>#token=</code>. Each start has a new one.
      </p>
      <label>
        Control token
        <input
          type="password"
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main" disabled={typed.trim() === ''}>
        Open the console
      </button>
    </form>
  );
};
