import { Input, type InputProps } from '@mantine/core';
import { type ComponentProps, useId } from 'react';
import classes from './marks-field.module.css';
import { useNumberEntry } from './number-entry.ts';

type MarksFieldProps = {
  'aria-label': string;
  total: number;
  /** The text as typed, with a decimal point or comma. Empty if not marked. */
  value: string;
  onChange: (typed: string) => void;
  isInvalid: boolean;
  describedBy?: string | undefined;
  inputClassName?: string | undefined;
} & Pick<InputProps, 'className' | 'variant'> &
  Pick<ComponentProps<'input'>, 'readOnly' | 'onBlur' | 'onKeyDown' | 'onPaste' | 'enterKeyHint'>;

/** Field for marks out of a total. An empty field shows 0 (spec 9), and screen readers announce "not marked". */
export function MarksField(props: MarksFieldProps) {
  const { total, value, onChange, isInvalid, describedBy = '', inputClassName, ...input } = props;
  const id = useId();
  const isUnmarked = value.trim() === '';
  return (
    <>
      <Input
        {...input}
        {...useNumberEntry(value)}
        withAria={false}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id} ${describedBy}`.trim()}
        error={isInvalid}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        classNames={{
          wrapper: classes.wrapper,
          input: `${classes.input} ${inputClassName ?? ''}`,
          section: classes.total,
        }}
        rightSection={
          <span aria-hidden>
            {isUnmarked && <span data-no-print>0 </span>}of {total}
          </span>
        }
        rightSectionWidth={`${String(total).length / 2 + 2}rem`}
        rightSectionPointerEvents="none"
      />
      <span id={id} hidden>
        {isUnmarked ? `not marked, of ${total}` : `of ${total}`}
      </span>
    </>
  );
}
