import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './growing-textarea.module.css';

type GrowingTextareaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'classNames'
> & { minRows: number; maxRows: number; inputClassName?: string | undefined };

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** Uses the CSS property `field-sizing` if possible, because Mantine's autosize forces a layout on each keystroke. */
export function GrowingTextarea(props: GrowingTextareaProps) {
  const { minRows, maxRows, inputClassName = '', ...textareaProps } = props;
  if (!growsByItself) {
    const classNames = { input: inputClassName };
    return (
      <Textarea
        {...textareaProps}
        minRows={minRows}
        maxRows={maxRows}
        classNames={classNames}
        autosize
      />
    );
  }
  return (
    <Textarea
      {...textareaProps}
      classNames={{ input: `${classes.input} ${inputClassName}` }}
      styles={{ input: { '--min-rows': minRows, '--max-rows': maxRows } }}
    />
  );
}
