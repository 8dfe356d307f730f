import { type ComponentType, lazy } from 'react';
import { ErrorState } from '#client/ui/state/error-state.tsx';

const PartNotLoaded = () => (
  <ErrorState message="Couldn’t load this part of the page" onRetry={() => location.reload()} />
);

/** If the component's code fails to load, for example after an update, renders `without` instead. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = PartNotLoaded,
) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: without };
    }
  });
}

/** For a part that the page can do without, such as the navigation's. */
export const lazyExtra = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, () => null);

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
