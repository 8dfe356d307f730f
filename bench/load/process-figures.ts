import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks of `/proc`, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** The process and all that it has started. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

/** Seconds of processor that it and its children have used. */
export function cpuSeconds(pid: number): number {
  const ticks = familyOf(pid).map((one) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; user and system time are fields 14 and 15.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, of) => sum + of, 0) / ticksPerSecond;
}

/** Proportional set size in bytes: shared pages count in parts. */
export function pssBytes(pid: number): number {
  const kilobytes = familyOf(pid).map((one) => {
    const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]);
  });
  return kilobytes.reduce((sum, of) => sum + of, 0) * 1024;
}
