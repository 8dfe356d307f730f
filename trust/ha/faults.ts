import type { Cluster } from './cluster.ts';
import type { ClusterNode } from './network.ts';
import { signalProcesses, switchOver } from './node.ts';

export type Fault = {
  name: string;
  /** True if another node must become the primary. */
  replacesPrimary: boolean;
  /** True if the former primary comes back while it still believes to be the primary. */
  revivesPrimary?: boolean;
  inject: (primary: ClusterNode) => void | Promise<void>;
  /** Repairs the node once the portal saves again. */
  undo?: (primary: ClusterNode, cluster: Cluster) => void;
};

export const faults: readonly Fault[] = [
  {
    name: 'power cut',
    replacesPrimary: true,
    inject(primary) {
      // Disconnect first, so that no packet announces the end of the processes.
      primary.disconnect();
      signalProcesses(primary, 'SIGKILL');
    },
    undo(primary, { runEtcd, runPatroni }) {
      primary.reconnect();
      runEtcd(primary);
      runPatroni(primary);
    },
  },
  {
    name: 'PostgreSQL killed',
    replacesPrimary: false,
    inject: (primary) => signalProcesses(primary, 'SIGKILL', 'postgres'),
  },
  {
    name: 'machine paused',
    replacesPrimary: true,
    revivesPrimary: true,
    inject: (primary) => signalProcesses(primary, 'SIGSTOP'),
    undo: (primary) => signalProcesses(primary, 'SIGCONT'),
  },
  {
    name: 'partition from the other nodes',
    replacesPrimary: true,
    revivesPrimary: true,
    inject: (primary) => primary.separate(),
    undo: (primary) => primary.rejoin(),
  },
  {
    name: 'etcd killed',
    replacesPrimary: false,
    inject: (primary) => signalProcesses(primary, 'SIGKILL', 'etcd'),
    undo: (primary, { runEtcd }) => void runEtcd(primary),
  },
  { name: 'switchover', replacesPrimary: true, inject: switchOver },
];
