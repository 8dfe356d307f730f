import { formatSize } from '#contract/values/format-size.ts';
import { BackupError } from '#server/backup/archive-format.ts';
import type { ProgressOptions, ProgressReport } from '#server/backup/progress.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const lineEveryMs = 200;
const plainLineEveryMs = 10_000;

type Output = { isTTY?: boolean; write(text: string): unknown };

/** Prints a program's progress. The first Ctrl-C cancels the program, and the second one ends it at once. */
export function showProgress(
  output: Output = process.stderr,
  now: () => number = () => performance.now(),
): Required<ProgressOptions> & { end(): void; failureCode(): number } {
  const cancelled = new AbortController();
  const cancel = () => {
    cancelled.abort(new BackupError('Cancelled.'));
    stopListening();
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, cancel);
  };
  for (const signal of signals) process.on(signal, cancel);

  const clear = output.isTTY ? '\r\u001b[K' : '';
  let step = { doing: '', began: 0 };
  let lastShownAt = now();
  return {
    signal: cancelled.signal,
    failureCode: () => (cancelled.signal.aborted ? 130 : 1),
    onProgress(progress) {
      if (progress.doing !== step.doing) step = { doing: progress.doing, began: now() };
      if (now() - lastShownAt < (output.isTTY ? lineEveryMs : plainLineEveryMs)) return;
      lastShownAt = now();
      const text = formatProgress(progress, (lastShownAt - step.began) / 1000);
      output.write(output.isTTY ? clear + text : `${text}\n`);
    },
    end() {
      stopListening();
      output.write(clear);
    },
  };
}

/** Formats a line such as "Backing up: 42 %, 232000 of 232000 rows, 210 of 777 files, 612 MB of 2.3 GB, 88 MB/s". */
function formatProgress({ doing, share, of, ...done }: ProgressReport, seconds: number): string {
  const perSecond = formatSize(Math.round(done.bytes / Math.max(seconds, 0.001)));
  return [
    `${doing}: ${Math.floor(Math.min(share, 1) * 100)} %`,
    `${formatCount(done.rows, of?.rows)} rows`,
    ...(done.files > 0 || of?.files ? [`${formatCount(done.files, of?.files)} files`] : []),
    ...(done.bytes > 0
      ? [formatCount(formatSize(done.bytes), of && formatSize(of.bytes)), `${perSecond}/s`]
      : [`${Math.round(done.rows / Math.max(seconds, 0.001))} rows/s`]),
  ].join(', ');
}

const formatCount = (done: number | string, all: number | string | undefined) =>
  all === undefined ? `${done}` : `${done} of ${all}`;
