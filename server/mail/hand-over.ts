/** Maximum time for which an unfinished delivery may delay the next email. */
const maxHandOverMs = 10_000;

export type HandOverTurn = {
  /** Resolves when the sender may send the final dot of the SMTP message, which completes the email. */
  began: Promise<void>;
  /** Lets the next email proceed. Call this after recording the outcome, or if the email is not sent after all. */
  end(): void;
};

/** Creates a queue for the final step of deliveries, so that a crash leaves few emails with an unknown outcome. */
export function createHandOverQueue(maxMs = maxHandOverMs): () => HandOverTurn {
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
