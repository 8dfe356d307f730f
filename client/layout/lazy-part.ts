import { type ComponentType, lazy } from 'react';

/** If the component's code fails to load, for example after an update, renders `without` instead. */
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

/** Resolves when the browser is idle, or after 2 s at the latest. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not support requestIdleCallback.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, 500);
    else requestIdleCallback(() => resolve(), { timeout: 2000 });
  });
}

export function loadWhenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await waitForIdle();
    return load();
  };
}
