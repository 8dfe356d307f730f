import { CalendarField, type CalendarFieldProps, type CalendarFormat } from './calendar-field.tsx';
import { formatDateTimeText, parseDateTimeText } from './date-time-text.ts';

const lastMinute = '23:59';

const dateTime: CalendarFormat = {
  parse: parseDateTimeText,
  format: formatDateTimeText,
  setDay: (day, parsed) => `${day}T${parsed?.slice(11) ?? lastMinute}`,
  example: '30 November 2026, 23:59',
  unclear: 'Enter a date and a 24-hour time, such as 30 November 2026, 23:59.',
};

/** Field for a date and a 24-hour time. The value is a local time such as "2026-11-30T23:59" or "2026-11-30 23:59". */
export function DateTimeField(props: CalendarFieldProps) {
  return <CalendarField maw="20rem" {...props} as={dateTime} />;
}
