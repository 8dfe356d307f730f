/** How long one email that a mail server looks through keeps the next from its final dot. */
const longestHandOverMs = 10_000;

export type HandOver = {
  /** Resolves when the final dot may be sent. */
  began: Promise<void>;
  /** Says that the outcome is written down, or that the email is not handed over after all. */
  end(): void;
};

/**
 * Of the emails of one process, one at a time stands between its final dot and the note of what became of it: only that
 * one is sent twice when the process is killed. They go in the order of calls. An email waits for the one before it, but
 * no longer than `longestMs`, so that a mail server that hangs there holds up nobody else.
 */
export function oneHandOverAtATime(longestMs = longestHandOverMs): () => HandOver {
  let last = Promise.resolve();
  return () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const began = last.then(() => {
      const timer = setTimeout(end, longestMs).unref();
      void over.then(() => clearTimeout(timer));
    });
    last = began.then(() => over);
    return { began, end };
  };
}
