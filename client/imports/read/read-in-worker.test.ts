import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSpreadsheetInWorker } from './read-in-worker.ts';

/** Stands for a browser's worker, which replies when the test says so. */
class SilentWorker {
  static started: SilentWorker[] = [];
  isRunning = true;
  onmessage: ((event: { data: object }) => void) | undefined;
  constructor() {
    SilentWorker.started.push(this);
  }
  postMessage() {}
  terminate() {
    this.isRunning = false;
  }
}

const read = (signal = new AbortController().signal) => {
  const reading = readSpreadsheetInWorker(new File(['a'], 'a.csv'), {}, signal);
  const worker = SilentWorker.started.at(-1);
  if (!worker) throw new Error('No worker was started.');
  return { reading, worker };
};

describe('readSpreadsheetInWorker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', SilentWorker);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('stops the worker after 30 seconds, and says what to do', async () => {
    const { reading, worker } = read();
    const refused = expect(reading).rejects.toThrow('took longer than 30 seconds. Copy only');
    await vi.advanceTimersByTimeAsync(29_999);
    expect(worker.isRunning).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(worker.isRunning).toBe(false);
  });

  it('stops the worker if the user cancels', async () => {
    const controller = new AbortController();
    const { reading, worker } = read(controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
    expect(worker.isRunning).toBe(false);
  });

  it('stops the worker once it has replied', async () => {
    const { reading, worker } = read();
    worker.onmessage?.({ data: { error: 'This file is damaged.' } });
    await expect(reading).rejects.toThrow('This file is damaged.');
    expect(worker.isRunning).toBe(false);
  });
});
