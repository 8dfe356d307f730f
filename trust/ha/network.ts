import { spawnSync } from 'node:child_process';
import { onProcessEnd } from '#tools/test/on-end.ts';

export const networkPrefix = '10.213.77.';

function ip(...args: string[]) {
  return runIp(args);
}

function runIp(args: string[], input = '') {
  const { status, stderr, stdout } = spawnSync('ip', args, { encoding: 'utf8', input });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

export function getNetworkUnavailableReason(): string | undefined {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const name = `fyp-probe-${process.pid}`;
  const result = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (result.status !== 0) return `network namespaces are not permitted here: ${result.stderr}`;
  ip('netns', 'delete', name);
  return undefined;
}

export type ClusterNode = {
  name: string;
  address: string;
  wrapCommand: (...command: string[]) => [string, string[]];
  listPids: () => number[];
  /** Disconnects the node from all machines. */
  disconnect: () => void;
  reconnect: () => void;
  /** Drops all packets to and from the other nodes. The portal's machine stays reachable. */
  separate: () => void;
  rejoin: () => void;
};

/** Creates network namespaces connected by a bridge. `remove` or the end of this process removes them. */
export function createClusterNetwork(count: number): { nodes: ClusterNode[]; remove: () => void } {
  const bridge = `fypha${process.pid % 10_000}`;
  const name = (index: number) => `${bridge}n${index}`;
  const getAddress = (index: number) => `${networkPrefix}${10 + index}`;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const remove = onProcessEnd(() => {
    for (const index of all) spawnSync('ip', ['netns', 'delete', name(index)]);
    spawnSync('ip', ['link', 'delete', bridge]);
  });
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${networkPrefix}1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const nodes = all.map((index): ClusterNode => {
    const [namespace, address] = [name(index), getAddress(index)];
    ip('netns', 'add', namespace);
    ip('link', 'add', namespace, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', namespace, 'master', bridge, 'up');
    for (const args of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
      ip('-n', namespace, ...args.split(' '));
    const peers = all.filter((peer) => peer !== index).map(getAddress);
    // Change all routes in one batch, as a failing switch disconnects all nodes at the same moment.
    const changeRoutes = (change: 'add' | 'delete') => {
      const lines = peers.map((peer) => `route ${change} blackhole ${peer}/32\n`);
      runIp(['-n', namespace, '-batch', '-'], lines.join(''));
    };
    return {
      name: `db${index}`,
      address,
      wrapCommand: (...command) => ['ip', ['netns', 'exec', namespace, ...command]],
      listPids: () => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number),
      disconnect: () => void ip('link', 'set', namespace, 'down'),
      reconnect: () => void ip('link', 'set', namespace, 'up'),
      separate: () => changeRoutes('add'),
      rejoin: () => changeRoutes('delete'),
    };
  });
  return { nodes, remove };
}
