import { expect, test } from 'vitest';
import { showProgress } from './show-progress.ts';

const MB = 1024 * 1024;
const totals = { rows: 232_000, files: 777, bytes: 2400 * MB };

function renderProgress(isTTY: boolean): string {
  let text = '';
  let seconds = 0;
  const screen = {
    isTTY,
    write: (part: string) => {
      text += part;
    },
  };
  const { onProgress, end } = showProgress(screen, () => seconds * 1000);
  for (let tenth = 0; tenth <= 300; tenth += 1) {
    seconds = tenth / 10;
    const bytes = seconds * 80 * MB;
    onProgress({
      doing: 'Backing up',
      rows: 232_000,
      files: 9,
      bytes,
      of: totals,
      share: seconds / 60,
    });
  }
  end();
  return text;
}

test('showProgress updates one line on a terminal and clears it at the end', () => {
  const lines = renderProgress(true).split('\r\u001b[K').slice(1);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines).toContain(
    'Backing up: 25 %, 232000 of 232000 rows, 9 of 777 files, 1.2 GB of 2.3 GB, 80 MB/s',
  );
  expect(lines.at(-1)).toBe('');
});

test('showProgress prints a line every ten seconds if the output is not a terminal', () => {
  const lines = renderProgress(false).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe(
    'Backing up: 16 %, 232000 of 232000 rows, 9 of 777 files, 800 MB of 2.3 GB, 80 MB/s',
  );
  expect(lines[3]).toBe('');
});
