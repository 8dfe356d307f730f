import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { getPortalDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { openPostgres } from './connect.ts';
import { splitPostgresHosts } from './postgres-hosts.ts';

describe('splitPostgresHosts', () => {
  test.for([
    ['postgres://db/portal', ['postgres://db/portal']],
    [
      'postgres://user:p,w@db1,db2:5433/portal?sslmode=require',
      [
        'postgres://user:p,w@db1/portal?sslmode=require',
        'postgres://user:p,w@db2:5433/portal?sslmode=require',
      ],
    ],
    [
      'postgresql://a,b,c/portal',
      ['postgresql://a/portal', 'postgresql://b/portal', 'postgresql://c/portal'],
    ],
    ['postgres://user@/portal?host=/run,/tmp', ['postgres://user@/portal?host=/run,/tmp']],
  ] as const)('splits %s', ([url, urls]) => {
    expect(splitPostgresHosts(url)).toEqual(urls);
  });

  test('makes DATABASE_URL accept several hosts, and reject an invalid one', () => {
    const DATABASE_URL = 'postgres://user:secret@db1,db2:5433/portal';
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    const wrong = { DATABASE_URL: 'postgres://user:secret@db1,db2:port/portal' };
    expect(() => readConfig(wrong)).toThrow('DATABASE_URL must be a URL such as');
  });
});

const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

/** Starts a TCP proxy of the test server. Returns its address, and a function that ends it with all its connections. */
async function startProxy(url: URL) {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [client, upstream].map((s) => s.destroy()));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(end);
  const { port: ownPort } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${ownPort}`, end, count: () => sockets.size / 2 };
}

if (isOnPostgres) {
  describe('a database with several hosts', () => {
    const openHosts = async (portal: Portal) => {
      const { databaseUrl = '' } = await getPortalDataLocation(portal);
      const url = new URL(databaseUrl);
      const [first, second] = [await startProxy(url), await startProxy(url)];
      const { username, password, pathname } = url;
      const login = password ? `${username}:${password}` : username;
      const db = openPostgres(`postgres://${login}@${first.address},${second.address}${pathname}`);
      onTestFinished(() => db.destroy());
      return { db, first, second, database: pathname.slice(1) };
    };

    test('is used through the first host, and through the second once the first is down', async ({
      portal,
    }) => {
      const { db, first, second } = await openHosts(portal);
      await sql`select 1`.execute(db);
      expect([first.count(), second.count()]).toEqual([1, 0]);
      first.end();
      // The pool may still return the broken connection once.
      await sql`select 1`.execute(db).catch(() => {});
      await sql`select 1`.execute(db);
      expect(second.count()).toBe(1);
    });

    test('is unavailable while every host is read-only, and available again afterwards', async ({
      portal,
    }) => {
      const { db, database } = await openHosts(portal);
      const setReadOnly = (value: 'on' | 'off') =>
        sql`alter database ${sql.ref(database)} set default_transaction_read_only = ${sql.lit(value)}`.execute(
          portal.db,
        );
      await setReadOnly('on');
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '25006' });
      await setReadOnly('off');
      await sql`select 1`.execute(db);
    });
  });
}
