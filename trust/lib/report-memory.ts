// Preloaded into a portal. Replies to each message with the heap size after garbage collection, in bytes.

process.on('message', () => {
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
