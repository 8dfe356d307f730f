// Preloaded into a portal. Replies to the message `memory` with the heap size after garbage collection and to `peak`
// with the peak memory use, both in bytes.

import { readFileSync } from 'node:fs';

process.on('message', (question) => {
  if (question === 'peak') {
    // Do not use `resourceUsage`, whose peak may be that of the process that started the portal.
    const [, kB] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    process.send?.(Number(kB) * 1024);
    return;
  }
  // Collect garbage twice, because the first run may only queue finalisers.
  globalThis.gc?.();
  setTimeout(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.(heapUsed + external);
  }, 50);
});
// Do not let the message listener keep a closed portal running.
process.channel?.unref();
