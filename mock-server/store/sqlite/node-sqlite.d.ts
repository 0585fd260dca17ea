/** Node's own SQLite, from 22.13 on: the types of Node 20 do not know it. */
declare module 'node:sqlite' {
  export const DatabaseSync: unknown;
}
