// Runs in a page before the page's scripts; page-weight.ts reads the results.

const observed = { fcpMs: 0, lcpMs: 0, cls: 0, shifts: [], violations: [] };
window.observed = observed;

new PerformanceObserver((list) => {
  const first = list.getEntriesByName('first-contentful-paint')[0];
  if (first) observed.fcpMs = first.startTime;
}).observe({ type: 'paint', buffered: true });

new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) observed.lcpMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    observed.cls += value;
    const moved = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '?');
    observed.shifts.push(`${value.toFixed(4)} ${moved.join(' | ')}`);
  }
}).observe({ type: 'layout-shift', buffered: true });

document.addEventListener('securitypolicyviolation', (event) => {
  observed.violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
});

document.addEventListener('portal-begun', () => {
  document.documentElement.dataset.hasBegun = '';
});
