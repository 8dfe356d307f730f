import { type PageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

/** Name of the document's event when the application has started. */
export const begunEvent = 'portal-begun';

/** Returns the data that the server prerendered this document with, or undefined if it did not. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Returns the time of the prerendered replies in ms since 1970: the navigation's, or `now` for Back and Forward. */
export function repliedAt({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // `performance.timeOrigin` does not follow changes of the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/**
 * Returns true if the browser can hydrate the prerendered page, which is rendered for visitors. Returns false with a
 * session, with an email link in the fragment (`#reset=…`), and for a history entry with router state.
 */
export function canContinue(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
