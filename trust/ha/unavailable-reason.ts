// Do not import portal modules in this file, because they must be loaded only after a fault has been injected.

import { getMissingProgramsReason } from '#trust/lib/processes/programs.ts';
import { getPostgres15UnavailableReason } from './cluster.ts';
import { getNetworkUnavailableReason } from './network.ts';

export const getClusterUnavailableReason = (): string | undefined =>
  getMissingProgramsReason('etcd', 'patroni', 'haproxy', 'nginx', 'ip') ??
  getPostgres15UnavailableReason() ??
  getNetworkUnavailableReason();
