const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the synchronous function `clean` once: when the returned function is called or when the process ends. */
export function onProcessEnd(clean: () => void): () => void {
  let isDone = false;
  const runOnce = () => {
    if (isDone) return;
    isDone = true;
    process.off('exit', runOnce);
    for (const signal of signals) process.off(signal, handleSignal);
    clean();
  };
  const handleSignal = (signal: NodeJS.Signals) => {
    runOnce();
    // A signal listener disables the default action. If no listener remains, send the signal again to end the process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on('exit', runOnce);
  for (const signal of signals) process.on(signal, handleSignal);
  return runOnce;
}
