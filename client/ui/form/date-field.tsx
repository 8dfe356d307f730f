import { CalendarField, type CalendarFieldProps, type CalendarFormat } from './calendar-field.tsx';
import { formatDateText, parseDateText } from './date-time-text.ts';

export const unclearDate = 'Enter a complete date such as 22 May 2027, or leave this empty.';

const date: CalendarFormat = {
  parse: parseDateText,
  format: formatDateText,
  setDay: (day) => day,
  example: '22 May 2027',
  unclear: unclearDate,
};

/** Field for a date without a time. The value is a calendar date such as "2027-05-22". */
export function DateField(props: CalendarFieldProps) {
  return <CalendarField maw="14rem" {...props} as={date} />;
}
