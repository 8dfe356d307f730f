import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** This machine or a private network. */
const near = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

const said =
  'Requests come through a proxy but TRUST_PROXY is off: to the portal all people share one address, so one who keeps failing to log in slows everybody. Set TRUST_PROXY=on.';

/** Once: at the start where PUBLIC_URL is https, else at the first request through a proxy near by. */
export function warnOfProxy(app: FastifyInstance): void {
  const { publicUrl, trustProxy } = app.services.config;
  if (trustProxy) return;
  if (publicUrl.startsWith('https:')) {
    app.log.warn(said);
    return;
  }
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isPassedOn = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
    if (!isSaid && isPassedOn && isNear(request.ip)) {
      isSaid = true;
      app.log.warn({ proxy: request.ip }, said);
    }
    done();
  });
}

const isNear = (address: string) => near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
