/** Maximum time for which an unfinished delivery may delay the next email. */
const maxHandOverMs = 10_000;
/** Number of emails whose outcome may be unknown after a crash. More than one, because a slow mail server takes long. */
const maxConcurrent = 2;

export type HandOverTurn = {
  /** Resolves when the sender may send the final dot of the SMTP message, which completes the email. */
  began: Promise<void>;
  /** Lets the next email proceed. Call this after recording the outcome, or if the email is not sent after all. */
  end(): void;
};

/** Creates a queue for the final step of deliveries, so that a crash leaves few emails with an unknown outcome. */
export function createHandOverQueue(maxMs = maxHandOverMs): () => HandOverTurn {
  const waiting: (() => void)[] = [];
  let active = 0;
  const beginNext = () => {
    while (active < maxConcurrent && waiting.length > 0) {
      active += 1;
      waiting.shift()?.();
    }
  };
  return () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    waiting.push(() => {
      begin();
      const timer = setTimeout(end, maxMs).unref();
      void ended.then(() => {
        clearTimeout(timer);
        active -= 1;
        beginNext();
      });
    });
    beginNext();
    return { began, end };
  };
}
