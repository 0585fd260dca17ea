import { expect, test } from 'vitest';
import { faultOfCallbackUrl } from './callback-url.ts';

const longest = `https://example.com/${'p'.repeat(2_048 - 'https://example.com/'.length)}`;

test.each([
  ['https', 'https://example.com/webhooks'],
  ['http on loopback', 'http://127.0.0.1:9999/hook'],
  ['an address of IPv6', 'http://[::1]:8080/'],
  ['a query and a fragment', 'https://example.com/hook?a=1&b=%20#part'],
  ['a scheme in capitals', 'HTTPS://EXAMPLE.COM/'],
  ['a name with letters of its own', 'https://bücher.example/'],
  ['2,048 characters', longest],
])('%s is a callback_url', (_, url) => {
  expect(faultOfCallbackUrl(url)).toBeUndefined();
});

test.each([
  ['nothing', '', 'absolute URL'],
  ['a path', '/webhooks', 'absolute URL'],
  ['a path with a host', '//example.com/webhooks', 'absolute URL'],
  ['a name without a scheme', 'example.com/webhooks', 'absolute URL'],
  ['words', 'not a url', 'absolute URL'],
  ['a scheme without a host', 'http://', 'absolute URL'],
  ['a port that is none', 'http://example.com:99999/', 'absolute URL'],
  ['ftp', 'ftp://example.com/webhooks', 'http:// or https://'],
  ['a file', 'file:///etc/passwd', 'http:// or https://'],
  ['a script', 'javascript:alert(1)', 'http:// or https://'],
  ['data', 'data:text/plain,hello', 'http:// or https://'],
  ['a socket', 'wss://example.com/', 'http:// or https://'],
  ['a host that reads as a scheme', 'localhost:3000/hook', 'http:// or https://'],
  ['a user name', 'https://user@example.com/', 'no user name or password'],
  ['a password', 'https://user:secret@example.com/', 'no user name or password'],
  ['a password alone', 'https://:secret@example.com/', 'no user name or password'],
  ['2,049 characters', `${longest}p`, 'at most 2048 characters, got 2049'],
])('%s is no callback_url (F27)', (_, url, fault) => {
  expect(faultOfCallbackUrl(url)).toContain(fault);
});
