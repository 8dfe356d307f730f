// Preloaded into a test portal. After the message "refuse writes", the portal refuses every request that its rate limits
// charge for rows, and every login and sign-up, as if the limits were used up. "accept writes" ends this.

import { RateLimiter } from '#server/http/rate-limits/rate-limiter.ts';

const waitMs = 90_000;
const { charge } = RateLimiter.prototype;
let isRefusing = false;

RateLimiter.prototype.charge = function (payers, amounts, requests) {
  const [payer] = payers;
  const isWrite = (amounts.rows ?? 0) > 0 || payer?.kind === 'entries';
  if (isRefusing && isWrite && payer) return { payer, resource: 'rows', waitMs };
  return charge.call(this, payers, amounts, requests);
};

process.on('message', (message) => {
  if (message !== 'refuse writes' && message !== 'accept writes') return;
  isRefusing = message === 'refuse writes';
  process.send?.(message);
});
