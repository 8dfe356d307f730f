/** Maximum time for which a slow hand-over (the completion of an email at the mail server) may delay the next one. */
const maxHandOverMs = 10_000;

export type HandOver = {
  /** Resolves when the final dot of the SMTP message, which completes the email, may be sent. */
  began: Promise<void>;
  /** Ends the hand-over. Call it after recording the outcome, or if the email is not sent after all. */
  end(): void;
};

/** Returns a function that queues hand-overs, which run one by one: a crash leaves at most one email in doubt. */
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
