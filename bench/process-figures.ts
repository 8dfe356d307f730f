import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` on Linux reports CPU time in ticks of 1/100 s. */
const ticksPerSecond = 100;

function findProcessTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => findProcessTree(Number(child)))];
}

export function readCpuSeconds(pid: number): number {
  const ticks = findProcessTree(pid).map((processId) => {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // Skip the process name, which may contain spaces. Fields 14 to 17 are user and system time of the process and of its
    // ended children, such as connections that PostgreSQL has closed.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((sum, time) => sum + Number(time), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** Returns the memory of a process and its descendants in bytes, counting shared pages proportionally (PSS). */
export function readMemoryBytes(pid: number): number {
  const kilobytes = findProcessTree(pid).map((processId) => {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]);
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}
