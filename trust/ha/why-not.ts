// Imports nothing of the portal's, which is loaded only once a fault is planted.

import { whyNoPrograms } from '#trust/lib/programs.ts';
import { whyNoPostgres15 } from './cluster.ts';
import { whyNoNetwork } from './network.ts';

export const whyNoCluster = (): string | undefined =>
  whyNoPrograms('etcd', 'patroni', 'haproxy', 'nginx', 'ip') ?? whyNoPostgres15() ?? whyNoNetwork();
