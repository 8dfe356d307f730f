// Preloaded into a portal whose clock shall be ahead by SHIFT_CLOCK_MS.

const shiftMs = Number(process.env.SHIFT_CLOCK_MS);
const { now } = Date;

globalThis.Date = class extends Date {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? ([now() + shiftMs] as const) : given));
  }

  static override now = () => now() + shiftMs;
} as DateConstructor;
