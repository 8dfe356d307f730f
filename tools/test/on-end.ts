const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes sure that `clean` runs, once: when the returned function is called, or when the process
 * ends before that, by a signal such as Ctrl-C too. `clean` has to be synchronous, since a process
 * that ends waits for nothing.
 */
export function onEnd(clean: () => void): () => void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    process.off('exit', once);
    for (const signal of signals) process.off(signal, bySignal);
    clean();
  };
  const bySignal = (signal: NodeJS.Signals) => {
    once();
    // Listening has switched off the signal's own effect, which others may wait for.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on('exit', once);
  for (const signal of signals) process.on(signal, bySignal);
  return once;
}
