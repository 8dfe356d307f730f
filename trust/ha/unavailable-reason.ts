// Do not import portal modules in this file, because they must load after a fault is injected.

import { getMissingProgramsReason } from '#trust/lib/processes/programs.ts';
import { getPostgres15UnavailableReason } from './cluster.ts';
import { getNetworkUnavailableReason } from './network.ts';

export const getClusterUnavailableReason = (): string | undefined =>
  getMissingProgramsReason('etcd', 'patroni', 'haproxy', 'nginx', 'ip') ??
  getPostgres15UnavailableReason() ??
  getNetworkUnavailableReason();
