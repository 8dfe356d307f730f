import { useState } from 'react';
import type { CalendarFieldProps } from '#client/ui/form/calendar-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { parseDateText } from '#client/ui/form/date-time-text.ts';

/** Date field of a filter. Keeps incomplete text in the field and reports only complete dates and an empty field. */
export function DateFilter({ value, onChange, ...props }: CalendarFieldProps) {
  const [incomplete, setIncomplete] = useState<string>();
  return (
    <DateField
      {...props}
      value={incomplete ?? value}
      onChange={(text) => {
        const isComplete = text === '' || parseDateText(text) !== undefined;
        setIncomplete(isComplete ? undefined : text);
        if (isComplete) onChange(text);
      }}
    />
  );
}
