import { wallClock } from './wall-clock.ts';

/** The instant in UTC at which a time zone's clocks show this: "2027-05-07T23:59". */
export function instantOf(local: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Twice, for a guess on the other side of a change of the clocks.
  let instant = wanted;
  for (let turn = 0; turn < 2; turn += 1) {
    instant += wanted - Date.parse(`${wallClock(new Date(instant), timeZone)}Z`);
  }
  return new Date(instant).toISOString();
}
