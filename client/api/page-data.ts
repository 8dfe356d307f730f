import { type PrerenderedPageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

export const appStartedEvent = 'portal-begun';

export function readPageData(): PrerenderedPageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Returns ms since the Unix epoch: the start of the visit, or the render time after Back or Forward navigation. */
export function getPrerenderedReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // `performance.timeOrigin` ignores later changes to the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/** Returns false if a user is logged in, the hash has parameters (`#reset=…`), or there is router state. */
export function canHydratePage(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
