import { ActionIcon, TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, useRef, useState } from 'react';

export type CalendarFieldProps = Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'min' | 'max'
> & {
  /** A date in the format of the field, the typed text if it is no date, or empty. */
  value?: string | undefined;
  onChange: (value: string) => void;
  /** First and last date that the calendar offers, such as "2026-11-30". */
  min?: string | undefined;
  max?: string | undefined;
};

/** Format of a field for dates, or for dates with a time. */
export type CalendarFormat = {
  /** Parses a typed or stored date to a text that starts with "2026-11-30", or returns undefined. */
  parse: (text: string) => string | undefined;
  format: (text: string) => string;
  /** Returns the value after a day was chosen in the calendar. */
  setDay: (day: string, parsed: string | undefined) => string;
  example: string;
  /** Error message for text that is no date. */
  unclear: string;
};

type Props = CalendarFieldProps & { as: CalendarFormat };

/** Text field for a date, which looks the same in every browser. The calendar only sets the day. */
export function CalendarField(fieldProps: Props) {
  const { as, value = '', onChange, min, max, error, onBlur, ...props } = fieldProps;
  // While the user types, show their own text instead of the formatted date.
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const parsed = as.parse(value);
  const isUnclear = typed === undefined && value.trim() !== '' && !parsed;
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setTyped(undefined);
    onBlur?.(event);
  };
  return (
    <>
      <TextInput
        placeholder={as.example}
        autoComplete="off"
        {...props}
        value={typed ?? as.format(value)}
        error={error ?? (isUnclear && as.unclear)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(as.parse(currentTarget.value) ?? currentTarget.value);
        }}
        onBlur={leave}
        rightSection={
          !props.readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Choose a date"
              disabled={props.disabled}
              onClick={() => calendar.current?.showPicker()}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          )
        }
      />
      <input
        type="date"
        className={VisuallyHidden.classes.root}
        ref={calendar}
        tabIndex={-1}
        aria-hidden
        min={min}
        max={max}
        value={parsed?.slice(0, 10) ?? ''}
        onChange={({ currentTarget }) => {
          if (!currentTarget.value) return;
          setTyped(undefined);
          onChange(as.setDay(currentTarget.value, parsed));
        }}
      />
    </>
  );
}
