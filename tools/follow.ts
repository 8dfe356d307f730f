import { formatSize } from '#contract/documents.ts';
import { Refused } from '#server/backup/archive-format.ts';
import type { Progress, ProgressOptions } from '#server/backup/progress.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const lineEveryMs = 200;
const plainLineEveryMs = 10_000;

type Screen = { isTTY?: boolean; write(text: string): unknown };

/**
 * Shows on `screen` how far a program is, as one line that changes on a terminal, else as a line every ten seconds, and
 * has it cancelled by Ctrl-C; a second one ends it at once. `end` leaves the terminal as it was. Gives also the exit code
 * of a program that failed.
 */
export function follow(
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
): Required<ProgressOptions> & { end(): void; failureCode(): number } {
  const cancelled = new AbortController();
  const cancel = () => {
    cancelled.abort(new Refused('Cancelled.'));
    stopListening();
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, cancel);
  };
  for (const signal of signals) process.on(signal, cancel);

  const clear = screen.isTTY ? '\r\u001b[K' : '';
  let step = { doing: '', began: 0 };
  let shown = now();
  return {
    signal: cancelled.signal,
    failureCode: () => (cancelled.signal.aborted ? 130 : 1),
    onProgress(progress) {
      if (progress.doing !== step.doing) step = { doing: progress.doing, began: now() };
      if (now() - shown < (screen.isTTY ? lineEveryMs : plainLineEveryMs)) return;
      shown = now();
      const text = inWords(progress, (shown - step.began) / 1000);
      screen.write(screen.isTTY ? clear + text : `${text}\n`);
    },
    end() {
      stopListening();
      screen.write(clear);
    },
  };
}

/** "Backing up: 42 %, 232000 of 232000 rows, 210 of 777 files, 612 MB of 2.3 GB, 88 MB/s". */
function inWords({ doing, share, of, ...done }: Progress, seconds: number): string {
  const perSecond = formatSize(Math.round(done.bytes / Math.max(seconds, 0.001)));
  return [
    `${doing}: ${Math.floor(Math.min(share, 1) * 100)} %`,
    `${outOf(done.rows, of?.rows)} rows`,
    ...(done.files > 0 || of?.files ? [`${outOf(done.files, of?.files)} files`] : []),
    ...(done.bytes > 0
      ? [outOf(formatSize(done.bytes), of && formatSize(of.bytes)), `${perSecond}/s`]
      : [`${Math.round(done.rows / Math.max(seconds, 0.001))} rows/s`]),
  ].join(', ');
}

const outOf = (done: number | string, all: number | string | undefined) =>
  all === undefined ? `${done}` : `${done} of ${all}`;
