import type { FastifyInstance } from 'fastify';

/** Starts serving and returns the app's URL. Throws if another process uses the port. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    // `localhost` may also resolve to IPv6.
    return await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of ${host} is taken by another process. Stop that process, or set PORT to another port.`,
    );
  }
}
