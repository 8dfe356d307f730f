import { type ComponentType, lazy } from 'react';

/**
 * A part of the layout that is loaded after the page. When its code cannot be had (no connection, or
 * the portal was updated meanwhile), the page goes on with `without` instead of breaking.
 */
export function lazyPart<Props>(
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

/** Until the browser has nothing better to do, at most two seconds: the page itself comes first. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari knows no idle callback.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, 500);
    else requestIdleCallback(() => resolve(), { timeout: 2000 });
  });
}

/** Loads a part that nobody needs before the page is drawn. */
export function afterPage<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await idle();
    return load();
  };
}
