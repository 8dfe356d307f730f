import { type PageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

/** Document event that is dispatched when the application has started. */
export const appStartedEvent = 'portal-begun';

export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Returns when the prerendered replies were created, in ms since 1970. Back and Forward restore an older document. */
export function getReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // `performance.timeOrigin` does not follow changes of the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/** Returns true if the page for visitors can be hydrated: no session, email link (`#reset=…`) or router state. */
export function canHydrate(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
