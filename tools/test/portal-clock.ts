// Preloaded into a test portal. Sets its clock ahead by `CLOCK_AHEAD_MS`, or later by a message such as
// { setClock: '2027-01-15T10:00:00.000Z' }. Jobs with intervals of a minute or longer run only on the message "run
// background jobs". The portal replies when the clock is set, and when the jobs have finished.

let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const machineNow = Date.now.bind(Date);
const portalNow = () => machineNow() + aheadMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [portalNow()] : args, newTarget),
  get: (target, key, receiver) => (key === 'now' ? portalNow : Reflect.get(target, key, receiver)),
});

const minuteMs = 60_000;
const jobs = new Set<() => unknown>();
const setTimer = globalThis.setInterval;

globalThis.setInterval = Object.assign(
  (callback: (...args: unknown[]) => unknown, ms = 0, ...args: unknown[]) => {
    if (ms < minuteMs) return setTimer(callback, ms, ...args);
    jobs.add(() => callback(...args));
    return setTimer(() => {}, ms);
  },
  setTimer,
) as typeof setInterval;

process.on('message', async (message) => {
  if (typeof message === 'object' && message !== null && 'setClock' in message) {
    aheadMs = Date.parse(String(message.setClock)) - machineNow();
    process.send?.('clock set');
  }
  if (message !== 'run background jobs') return;
  for (const job of jobs) await job();
  process.send?.('background jobs done');
});
// Let the process exit after the portal has closed, although this file still listens for messages.
process.channel?.unref();
