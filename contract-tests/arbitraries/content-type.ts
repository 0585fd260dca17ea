/** Content types of what is no image, no audio and no video, whoever looks at them: those that nearly say so first. */
import * as fc from 'fast-check';

export const strangeTypes = [
  'text/plain; charset=utf-8',
  'APPLICATION/PDF',
  'font/woff2',
  'model/stl',
  'text/x-image',
  'application/x-video-list+json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/x-msdownload',
] as const;

/** Some of the other trees hold media too: only what surely holds none is drawn. */
export const strangeType: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('text', 'font', 'model', 'application'),
    fc.constantFrom('plain', 'csv', 'pdf', 'zip', 'json', 'xml', 'javascript', 'rtf', 'sql', 'gzip', 'x-sh', 'wasm'),
    fc.constantFrom('', '; charset=utf-8', '; name=portrait.png', ';version=1'),
    fc.boolean(),
  )
  .map(
    ([tree, name, parameter, isLoud]) => `${isLoud ? `${tree}/${name}`.toUpperCase() : `${tree}/${name}`}${parameter}`,
  );
