/** How long an email that a mail server looks through may delay the next. */
const longestHandOverMs = 10_000;

export type HandOver = {
  /** Resolves when the final dot may be sent. */
  began: Promise<void>;
  /** The outcome is recorded, or the email is not handed over after all. */
  end(): void;
};

/**
 * One email of a process at a time is between its final dot and the record of its outcome: only that one is sent
 * twice after a kill. In the order of calls, each waiting at most `longestMs`.
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
