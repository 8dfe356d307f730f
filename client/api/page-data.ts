import { type PrerenderedPageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session/session.ts';

export const appStartedEvent = 'portal-begun';

export function readPageData(): PrerenderedPageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Estimates when prerendered replies were read (ms since 1970): the visit's start or, after Back or Forward, `now`. */
export function getPrerenderedReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Do not use `performance.timeOrigin`: after a change of the system clock, it would not match `Date.now()`.
  return isKept ? now : Date.now() - performance.now();
}

/** Returns false if a user is logged in, the URL hash has parameters (`#reset=…`), or the page has router state. */
export function canHydratePage(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
