// Preloaded into a portal. On each message, makes all buckets of its rate limits full and replies.

import '#trust/lib/shift-clock.ts';
import { RateLimiter } from '#server/http/rate-limits/rate-limiter.ts';

const limiters = new Set<RateLimiter>();
const { charge } = RateLimiter.prototype;
RateLimiter.prototype.charge = function (...charged) {
  limiters.add(this);
  return charge.apply(this, charged);
};

process.on('message', () => {
  for (const limiter of limiters) limiter.reset();
  process.send?.('reset');
});
