import { type ComponentType, lazy } from 'react';

/** Creates a lazy component of the layout. Renders `without` if its code fails to load: offline, or after an update. */
export function lazyWithFallback<Props>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = () => null,
) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: without };
    }
  });
}

/** Resolves when the browser is idle, after at most 2 s. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not support requestIdleCallback.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, 500);
    else requestIdleCallback(() => resolve(), { timeout: 2000 });
  });
}

/** Returns a loader that waits until the page has rendered and the browser is idle. */
export function loadWhenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await waitForIdle();
    return load();
  };
}
