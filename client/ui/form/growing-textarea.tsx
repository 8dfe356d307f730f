import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './growing-textarea.module.css';

type GrowingTextareaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'classNames'
> & { minRows: number; maxRows: number; inputClassName?: string | undefined };

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/**
 * As high as its text. By the browser itself where it can: Mantine lays the page out anew to measure a field, for every
 * field that is drawn and at every key.
 */
export function GrowingTextarea(props: GrowingTextareaProps) {
  const { minRows, maxRows, inputClassName = '', ...others } = props;
  if (!growsByItself) {
    const classNames = { input: inputClassName };
    return <Textarea {...others} {...{ minRows, maxRows, classNames }} autosize />;
  }
  return (
    <Textarea
      {...others}
      classNames={{ input: `${classes.input} ${inputClassName}` }}
      styles={{ input: { '--min-rows': minRows, '--max-rows': maxRows } }}
    />
  );
}
