import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Returns the URL of a database proxy that closes a connection on commit: before the server receives the commit, or
 * before the client gets the reply. Affects only connections on which the client has sent the text `of`. If `forGood`
 * is true, rejects new connections afterwards.
 */
export async function startCommitBreakingProxy(
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
      const message = chunk.toString('latin1');
      isMeant ||= message.includes(of);
      // Other statements may be in the same chunk, because the portal does not wait for their replies.
      isCommitting ||= isMeant && /Q.{4}commit\0/is.test(message);
      if (isCommitting && when === 'before') end();
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isCommitting && chunk.toString('latin1').includes('COMMIT\0')) end();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy does not listen.');
  const proxyUrl = new URL(target);
  proxyUrl.searchParams.delete('host');
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String(address.port);
  return proxyUrl.href;
}
