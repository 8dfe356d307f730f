import { type PrerenderedPageData, pageDataId } from '#contract/prerendered-page.ts';
import { getSession } from './session.ts';

export const appStartedEvent = 'portal-begun';

export function readPageData(): PrerenderedPageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/**
 * Returns the time as of which the prerendered replies are valid, in ms since the Unix epoch: the start of the visit,
 * or the render time if the browser restored the document on Back or Forward.
 */
export function getPrerenderedReplyTime({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Do not use `performance.timeOrigin`, because it ignores later changes to the system clock.
  return isKept ? now : Date.now() - performance.now();
}

/**
 * Returns true if React can hydrate the prerendered page: nobody is logged in, the URL has no parameters in its hash
 * (`#reset=…` from an email), and there is no router state.
 */
export function canHydratePage(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
