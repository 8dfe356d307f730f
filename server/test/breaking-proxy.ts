import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Breaks at a commit, `before` the server has it or `after`, before the reply. `of`: only after that text; `forGood`:
 * nobody connects afterwards. Returns its database URL.
 */
export async function startProxyBreakingAtCommit(
  url: string,
  when: 'before' | 'after',
  { of = '', forGood = false } = {},
): Promise<string> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const toServer = () =>
    folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
  const open = new Set<Socket>();
  let isGone = false;
  const server = createServer((client) => {
    if (isGone) {
      client.destroy();
      return;
    }
    const upstream = toServer();
    let isMeant = of === '';
    let isCommitting = false;
    const end = () => {
      isGone ||= isCommitting && forGood;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => {
      const said = chunk.toString('latin1');
      isMeant ||= said.includes(of);
      isCommitting ||= isMeant && /^Q.{4}commit\0/is.test(said);
      if (isCommitting && when === 'before') end();
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isCommitting) end();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('It does not listen.');
  const way = new URL(target);
  way.searchParams.delete('host');
  way.hostname = '127.0.0.1';
  way.port = String(address.port);
  return way.href;
}
