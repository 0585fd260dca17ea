/** What an upload answers with. */
import { Type, type Static } from 'typebox';

export const Upload = Type.Object(
  {
    file_key: Type.String({
      description: 'Identifier of the uploaded file; job endpoints take it as an input key.',
      examples: ['file_a1_9k2m4x7q'],
    }),
    url: Type.String({
      description: 'Address under which the uploaded file is hosted.',
      examples: ['https://service.example/files/file_a1_9k2m4x7q'],
    }),
  },
  { title: 'Upload', description: 'A file that is ready to be used as an input.' },
);
export type Upload = Static<typeof Upload>;
