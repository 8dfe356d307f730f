import type { FastifyReply } from 'fastify';
import { login } from '#contract/session.ts';
import { type Config, isHttps } from '#server/config.ts';
import { deviceLifetimeMs } from './known-devices.ts';

type Reached = Pick<Config, 'publicUrl'>;

export const deviceCookieName = (config: Reached) =>
  isHttps(config) ? '__Secure-known_device' : 'known_device';

/** Sets the cookie that identifies a known device. Browsers send it only to the login endpoint. */
export function setDeviceCookie(reply: FastifyReply, config: Reached, token: string): void {
  reply.setCookie(deviceCookieName(config), token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(config),
    path: login.path,
    maxAge: deviceLifetimeMs / 1000,
  });
}
