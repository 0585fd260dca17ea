/** What a `callback_url` has to be. Where it leads is decided when it is connected to, not here. */

const lengthMax = 2_048;

/** Says what is wrong with a `callback_url`, if anything is. */
export const faultOfCallbackUrl = (text: string): string | undefined => {
  if (text.length > lengthMax) return `callback_url must have at most ${lengthMax} characters, got ${text.length}`;
  if (!URL.canParse(text)) return 'callback_url must be an absolute URL, such as https://example.com/webhooks';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `callback_url must begin with http:// or https://, got ${url.protocol}`;
  }
  if (url.username !== '' || url.password !== '') return 'callback_url must carry no user name or password';
  return undefined;
};
