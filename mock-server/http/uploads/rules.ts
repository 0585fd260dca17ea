/** Which uploads are taken, and how large they may be, as ports leave it. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { HttpPorts, UploadBytes, UploadKind } from '../ports.ts';
import { fileTypeOf } from './file-type.ts';
import { bytesMax } from './sizes.ts';

export type UploadRules = { readonly bytesMax: UploadBytes; readonly typeOf: UploadKind };

export const createUploadRules = (
  choices: GapChoices,
  { uploadBytes, uploadKind }: Pick<HttpPorts, 'uploadBytes' | 'uploadKind'> = {},
): UploadRules => {
  const bytes: UploadBytes = (kind) => bytesMax(kind, choices);
  const type: UploadKind = ({ contentType, name }) => fileTypeOf(contentType, name, choices);
  return { bytesMax: uploadBytes?.(bytes) ?? bytes, typeOf: uploadKind?.(type) ?? type };
};
