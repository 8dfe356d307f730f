// Loaded into the portal's process before the portal: replies to `memory` with the bytes that are held on to, and `peak`
// with the most that the process ever occupied.

process.on('message', (question) => {
  if (question === 'peak') {
    process.send?.(process.resourceUsage().maxRSS * 1024);
    return;
  }
  // Twice, because the first collection may only queue what finalizers let go of.
  globalThis.gc?.();
  setTimeout(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.(heapUsed + external);
  }, 50);
});
// Listening alone must not keep a portal that has closed from ending.
process.channel?.unref();
