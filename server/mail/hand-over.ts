/** Maximum time for which a slow hand-over delays the next one. */
const maxHandOverMs = 10_000;

export type HandOver = {
  /** Resolves when the final dot of the SMTP message may be sent. */
  began: Promise<void>;
  /** Must be called when the outcome is recorded or the email is not handed over. */
  end(): void;
};

/**
 * Returns a function that queues hand-overs, so that only one email of a process at a time is between its final dot and
 * the record of its outcome. After a crash, at most that email is sent twice.
 */
export function createHandOverQueue(maxMs = maxHandOverMs): () => HandOver {
  let last = Promise.resolve();
  return () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const began = last.then(() => {
      const timer = setTimeout(end, maxMs).unref();
      void ended.then(() => clearTimeout(timer));
    });
    last = began.then(() => ended);
    return { began, end };
  };
}
