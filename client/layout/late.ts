import { type ComponentType, lazy } from 'react';

/**
 * A part of the layout that is loaded after the page. When its code cannot be had (no connection, or
 * the portal was updated meanwhile), the page goes on with `without` instead of breaking.
 */
export function late<Props>(
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
