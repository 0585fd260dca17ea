/** A process with a temporary folder and an upload in it that nobody knows of yet, to be killed: it tells where they are. */
import { BlobStore } from './store/blobs.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export type Told = { readonly folder: string; readonly blob: string };

// Only from here on: what runs this file has caches there.
process.env['TMPDIR'] = process.argv[2];
const folder = await createTemporaryFolder();
const blobs = await BlobStore.open(folder.path);
const handle = await blobs.create('upload');
await handle.writeFile('bytes');
await handle.close();
await blobs.finish('upload');
process.send?.({ folder: folder.path, blob: blobs.path('upload') } satisfies Told);
process.on('disconnect', () => process.exit());
