/** An upload that takes its time: half of it is sent, and the rest when the test says so, or never. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { headOf, tail } from '../http/uploads/upload-client.case.ts';
import type { Serving } from './launch.case.ts';
import type { Wire } from './served-call.case.ts';

export type SlowUpload = {
  /** Sends the rest, and gives the key. Rejects where the connection breaks off. */
  readonly finish: () => Promise<string>;
};

export const beginUpload = ({ ready }: Serving, bytes: Uint8Array): SlowUpload => {
  const outgoing = request(`${ready.base_url}/uploads`, {
    agent: false,
    method: 'POST',
    headers: {
      authorization: `Bearer ${ready.api_key}`,
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': headOf(type).length + bytes.length + tail.length,
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // One that is cut off is of no interest to whoever does not finish it.
  answered.catch(() => undefined);
  outgoing.on('error', () => undefined);
  const half = bytes.length / 2;
  outgoing.write(headOf(type));
  outgoing.write(bytes.subarray(0, half));
  return {
    finish: async () => {
      outgoing.write(bytes.subarray(half));
      outgoing.end(tail);
      const [response] = await answered;
      const text = (await response.setEncoding('utf8').toArray()).join('');
      if (response.statusCode !== 201) throw new Error(`an upload is answered with ${response.statusCode}: ${text}`);
      return String((JSON.parse(text) as Wire)['file_key']);
    },
  };
};

const type = 'image/png';
