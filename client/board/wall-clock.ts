/** What clocks of a time zone show, as a field for dates takes it: "2027-05-07T23:59". */
export function wallClock(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  return parts.format(instant).replace(' ', 'T');
}
