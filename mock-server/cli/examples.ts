/** What the help of `start`, `test` and `spec` ends with, and that of the whole. */

export const firstExamples = `
Without a command it serves the mock. "understudy start --help" shows the flags for that.

Examples:
  $ understudy
      try it: a mock on port 4870, with address and key in the box that it prints
  $ understudy exec -- npm test
      test a client: your tests beside a mock of their own, and what they did wrong
  $ understudy receiver --url http://127.0.0.1:3000/hooks
      test a webhook receiver: right deliveries, late, repeated and forged ones
  $ understudy test --url https://service.example/api/v1
      check a deployment: which clauses it keeps; nothing is spent unless you say so
  $ understudy init
      a file of settings in which everything is explained

Exit codes of every command: 0 fine, 1 findings, 2 wrong usage, 3 it broke, 4 stopped by budget or time.`;

export const startExamples = `
Examples:
  $ understudy start --port 0 --ready-file ready.json
      a free port; the file appears when it serves, with address and key
  $ understudy start --clock manual --balance 0.05
      time stands still until the control API moves it, and there is hardly any money
  $ understudy start --scenario low-balance

Exit codes: 0 stopped by a signal, 2 wrong usage or configuration, 3 it broke.`;

export const testExamples = `
Examples:
  $ understudy test
      a mock, in this process
  $ understudy test --url https://service.example/api/v1 --report html=report.html
      a deployment, whose key is in UNDERSTUDY_API_KEY; nothing is spent
  $ understudy test --url https://service.example/api/v1 --allow-spend --budget-usd 2

Exit codes: 0 fine, 1 a clause is broken or an expected failure is stale, 2 wrong usage, 3 the server cannot be judged,
4 stopped by budget or time.`;

export const specExamples = `
Examples:
  $ understudy spec openapi > openapi.json
  $ understudy spec gaps
      what the document leaves open, and what may be chosen
  $ understudy spec clauses --json

Exit codes: 0 fine, 2 wrong usage.`;
