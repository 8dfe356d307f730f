import { type PageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

/** Document event that is dispatched when the application has started. */
export const appStartedEvent = 'portal-begun';

export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/**
 * Returns the time of the prerendered replies in ms since 1970: the start of the visit, or the
 * render time if Back or Forward restored the document.
 */
export function getReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // `performance.timeOrigin` does not follow changes of the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/** Returns true if the visitors' page can be hydrated: no session, email link (`#reset=…`) or router state. */
export function canHydrate(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
