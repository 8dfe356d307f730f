import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RawConnection } from './raw-http.ts';

test('RawConnection parses chunked replies correctly even if their data looks like chunk headers', async () => {
  const bodies = [['2030\r\n', '\r\n0\r\n\r\n', 'é'], ['the next']];
  const server = createServer((_, response) => {
    for (const chunk of bodies.shift() ?? []) response.write(chunk);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = new RawConnection(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    connection.close();
    server.close();
  });
  const request = Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const first = await connection.exchange(request);
  expect([first.status, String(first.body)]).toEqual([200, '2030\r\n\r\n0\r\n\r\né']);
  const second = await connection.exchange(request);
  expect([second.status, String(second.body)]).toEqual([200, 'the next']);
});
