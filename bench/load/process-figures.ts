import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of `/proc` on Linux. */
const ticksPerSecond = 100;

/** Returns a process and its descendants. */
function findProcessTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => findProcessTree(Number(child)))];
}

/** Returns the CPU seconds of a process and its descendants. */
export function cpuSeconds(pid: number): number {
  const ticks = findProcessTree(pid).map((processId) => {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The name is in parentheses and may contain anything. Fields 14 and 15 are user and system time.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** Returns the proportional set size, which divides shared pages among their processes. */
export function pssBytes(pid: number): number {
  const kilobytes = findProcessTree(pid).map((processId) => {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]);
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}
