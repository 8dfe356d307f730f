import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import { fileCookie, maxSessionMs } from './sessions.ts';

type Reached = Pick<Config, 'publicUrl'>;

const options = ({ publicUrl }: Reached) =>
  ({
    path: fileCookie.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  }) as const;

/** Sets the cookie that authenticates file downloads, so that file URLs need no token. */
export function setFileCookie(reply: FastifyReply, config: Reached, token: string): void {
  const maxAge = maxSessionMs / 1000;
  reply.setCookie(fileCookie.nameFor(config.publicUrl), token, { ...options(config), maxAge });
}

export function clearFileCookie(reply: FastifyReply, config: Reached): void {
  reply.clearCookie(fileCookie.nameFor(config.publicUrl), options(config));
}
