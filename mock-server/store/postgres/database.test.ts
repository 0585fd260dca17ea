/** A database that does not answer, and processes that stand still: nobody waits for them for ever. */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, noPostgres, openCluster } from './cluster.case.ts';
import { type PgDatabase, openPg } from './database.ts';
import { DatabaseGone, Occupied } from './errors.ts';

const reason = noPostgres === undefined ? '' : ` (${noPostgres})`;

describe.skipIf(noPostgres !== undefined)(`with a real PostgreSQL${reason}`, () => {
  let cluster: Cluster;
  let url = '';
  beforeAll(async () => {
    cluster = await openCluster();
    url = await cluster.database('answers');
  });
  afterAll(() => cluster.close());

  const open: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  const opened = async (address: string, answer = 20_000, turn = 30_000): Promise<PgDatabase> => {
    const database = await openPg(address, { answer, turn });
    open.push(database);
    return database;
  };

  /** A line to the database that may be cut without either end being told. */
  const openLine = async (): Promise<{ address: string; cut: (isCut: boolean) => void }> => {
    const sockets: Socket[] = [];
    let isCut = false;
    const server = createServer((client) => {
      const upstream = connect(cluster.port, '127.0.0.1');
      sockets.push(client, upstream);
      client.on('error', () => undefined).on('close', () => upstream.destroy());
      upstream.on('error', () => undefined).on('close', () => client.destroy());
      client.on('data', (bytes) => isCut || upstream.write(bytes));
      upstream.on('data', (bytes) => isCut || client.write(bytes));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    open.push({
      close: async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    const line = new URL(url);
    line.port = String((server.address() as AddressInfo).port);
    return { address: String(line), cut: (value) => (isCut = value) };
  };

  test('a connection that says nothing is given up, and the next statement gets another', async () => {
    const line = await openLine();
    const database = await opened(line.address, 1_500);
    line.cut(true);
    await expect(database.query('SELECT 2')).rejects.toThrow(DatabaseGone);
    line.cut(false);
    expect(await database.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  });

  test('a process that stands still at its turn is not waited for, for ever, and other work goes on', async () => {
    const [stopped, other] = [await opened(url), await opened(url, 20_000, 200)];
    let goOn: () => void = () => undefined;
    const holding = stopped.alone(
      1,
      () =>
        new Promise<void>((resolve) => {
          goOn = resolve;
        }),
    );
    await expect
      .poll(() => other.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"), { timeout: 10_000 })
      .toHaveLength(1);
    await expect(other.alone(1, async () => 'my turn')).rejects.toThrow(Occupied);
    expect(await other.alone(2, async () => 'other work')).toBe('other work');
    goOn();
    await holding;
    await expect.poll(() => other.alone(1, async () => 'my turn').catch(String), { timeout: 10_000 }).toBe('my turn');
  });

  test('however many wait for their turn, statements go on', async () => {
    const database = await opened(url);
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.alone(1, async () => (await database.query<{ n: number }>('SELECT $1::int AS n', [index]))[0]?.n),
      ),
    );
    expect(turns).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('turns of two processes do not overlap', async () => {
    const processes = [await opened(url), await opened(url)];
    let running = 0;
    const counts = await Promise.all(
      processes.flatMap((one) =>
        Array.from({ length: 5 }, () =>
          one.alone(1, async () => {
            running++;
            await one.query('SELECT pg_sleep(0.005)');
            return running--;
          }),
        ),
      ),
    );
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});
