import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const localNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  localNetworks.addSubnet(network, bits, 'ipv4');
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');

const warning =
  'Requests come through a proxy, but TRUST_PROXY is off. All users appear to have the same IP address, so that failed logins of one user throttle all users. Set TRUST_PROXY=on.';

/** Warns once if TRUST_PROXY is off although PUBLIC_URL begins with https or a local proxy forwards a request. */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  const { publicUrl, trustProxy } = app.services.config;
  if (trustProxy) return;
  if (publicUrl.startsWith('https:')) {
    app.log.warn(warning);
    return;
  }
  let isLogged = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
    if (!isLogged && isForwarded && isLocal(request.origin.address)) {
      isLogged = true;
      app.log.warn({ proxy: request.origin.address }, warning);
    }
    done();
  });
}

/** Returns false for the address of a closed connection, which is unknown. */
const isLocal = (address: string) =>
  isIP(address) > 0 && localNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
