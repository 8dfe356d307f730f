import { spawnSync } from 'node:child_process';
import { onEnd } from '#tools/test/on-end.ts';

const network = '10.213.77';
export const hostAddress = `${network}.1`;

function ip(...args: string[]) {
  const { status, stderr, stdout } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Why no network of its own can be made here; undefined when one can. */
export function whyNoNetwork(): string | undefined {
  if (process.getuid?.() !== 0) return 'a network of its own needs root';
  const name = `fyp-probe-${process.pid}`;
  const made = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (made.status !== 0) return `network namespaces are not permitted here: ${made.stderr}`;
  ip('netns', 'delete', name);
  return undefined;
}

export type Node = {
  name: string;
  address: string;
  /** A command and its arguments, run where this node's network is. */
  inside: (...command: string[]) => [string, string[]];
  /** Its processes. */
  pids: () => number[];
  cut: () => void;
  mend: () => void;
};

/** As many machines as asked for, each with a network of its own that can be cut; gone after `remove`, or with this process. */
export function openNetwork(count: number): { nodes: Node[]; remove: () => void } {
  const bridge = `fypha${process.pid % 10_000}`;
  const name = (index: number) => `${bridge}n${index}`;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const remove = onEnd(() => {
    for (const index of all) spawnSync('ip', ['netns', 'delete', name(index)]);
    spawnSync('ip', ['link', 'delete', bridge]);
  });
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const nodes = all.map((index): Node => {
    const [space, address] = [name(index), `${network}.${10 + index}`];
    ip('netns', 'add', space);
    ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', space, 'master', bridge, 'up');
    for (const args of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
      ip('-n', space, ...args.split(' '));
    return {
      name: `node${index}`,
      address,
      inside: (...command) => ['ip', ['netns', 'exec', space, ...command]],
      pids: () => ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number),
      cut: () => void ip('link', 'set', space, 'down'),
      mend: () => void ip('link', 'set', space, 'up'),
    };
  });
  return { nodes, remove };
}
