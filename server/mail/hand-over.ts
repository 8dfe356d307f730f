/** Maximum time that a slow hand-over may delay the next one. */
const maxHandOverMs = 10_000;

export type HandOver = {
  /** Resolves when the final dot of the SMTP message may be sent. */
  began: Promise<void>;
  /** Call it once the outcome is recorded, or if the email is not handed over. */
  end(): void;
};

/**
 * Queues hand-overs, so that a process has at most one email that may have been sent but whose
 * outcome is not recorded yet. After a crash, at most this email is sent twice.
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
