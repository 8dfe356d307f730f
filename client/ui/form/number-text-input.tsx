import { TextInput, type TextInputProps } from '@mantine/core';
import { useNumberEntry } from './number-entry.ts';

/** Text field for a number. */
export const NumberTextInput = (props: TextInputProps) => (
  <TextInput {...useNumberEntry(props.value)} {...props} />
);
