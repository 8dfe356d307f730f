import { type PageData, pageDataId } from '#contract/finished-page.ts';
import { getSession } from './session.ts';

/** Dispatched to the document once the application has begun. */
export const begunEvent = 'portal-begun';

/** What the server has finished this document with; undefined for one that it has not. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** When its replies were the server's: as the document was asked for, unless the browser has kept it since then. */
export function repliedAt({ now } = { now: 0 }): number {
  const [visit] = performance.getEntriesByType('navigation');
  const isKept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Not `performance.timeOrigin`, which does not follow a change of the machine's clock.
  return isKept ? now : Date.now() - performance.now();
}

/**
 * Whether the finished page is what this browser would draw. It is a visitor's: for somebody who is signed in, who follows
 * a link of an email (`#reset=…`, which no server hears of), or who comes back to a place in their history that holds
 * more than its address, the page is drawn anew.
 */
export function canContinue(): boolean {
  const isVisit = getSession() === undefined && !history.state?.usr;
  return isVisit && !location.hash.includes('=');
}
