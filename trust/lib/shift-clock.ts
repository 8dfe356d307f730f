// Preloaded into a portal. Shifts the portal's clock by SHIFT_CLOCK_MS.

const shiftMs = Number(process.env.SHIFT_CLOCK_MS);
const { now } = Date;

globalThis.Date = class extends Date {
  constructor(...args: [] | [number]) {
    super(...(args.length === 0 ? ([now() + shiftMs] as const) : args));
  }

  static override now = () => now() + shiftMs;
} as DateConstructor;
