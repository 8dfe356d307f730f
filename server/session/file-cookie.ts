import type { FastifyReply } from 'fastify';
import { type Config, isHttps } from '#server/config.ts';
import { fileAccessCookie, maxSessionMs } from './sessions.ts';

type Reached = Pick<Config, 'publicUrl'>;

const options = (reached: Reached) =>
  ({
    path: fileAccessCookie.path,
    httpOnly: true,
    // Lax, so that a link to a file opens from webmail and other sites, too. The cookie grants nothing but reading files.
    sameSite: 'lax',
    secure: isHttps(reached),
  }) as const;

/** Sets the cookie that authenticates file downloads, so that file URLs need no token. */
export function setFileAccessCookie(reply: FastifyReply, config: Reached, token: string): void {
  const maxAge = maxSessionMs / 1000;
  reply.setCookie(fileAccessCookie.nameFor(config.publicUrl), token, {
    ...options(config),
    maxAge,
  });
}

export function clearFileAccessCookie(reply: FastifyReply, config: Reached): void {
  reply.clearCookie(fileAccessCookie.nameFor(config.publicUrl), options(config));
}
