import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMs = 500;
/** Number of samples, because work that the tool itself has caused may take some seconds to end. */
const maxSamples = 10;
/** Share of the CPU time above which other programs distort latencies. */
const maxBusyShare = 0.2;

/** Returns true if the machine is busy although the tool waits. Latencies measured on it prove nothing. */
export async function isMachineBusy(): Promise<boolean> {
  for (let sample = 0; sample < maxSamples; sample += 1)
    if ((await measureBusyShare()) <= maxBusyShare) return false;
  return true;
}

async function measureBusyShare(): Promise<number> {
  const before = readCpuTimes();
  await sleep(sampleMs);
  const after = readCpuTimes();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

function readCpuTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, cpu) => sum + cpu.idle, 0);
  const total = times.reduce((sum, cpu) => sum + Object.values(cpu).reduce((a, b) => a + b, 0), 0);
  return { idle, total };
}
