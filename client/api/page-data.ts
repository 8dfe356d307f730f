import { type PrerenderedPageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

export const appStartedEvent = 'portal-begun';

export function readPageData(): PrerenderedPageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Returns when the visit began or, after Back or Forward navigation, when the page was rendered (ms since 1970). */
export function getPrerenderedReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // `performance.timeOrigin` ignores later changes to the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/** Returns false if a user is logged in, the URL hash has parameters (`#reset=…`), or the page has router state. */
export function canHydratePage(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
