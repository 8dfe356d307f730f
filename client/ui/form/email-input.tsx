import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type RefAttributes, useState } from 'react';

const withoutDot = /^[^@\s]+@[^@.\s]+$/;

/** Field for an email address. Asks the user to check an address whose domain has no dot, but accepts it. */
export function EmailInput(props: TextInputProps & RefAttributes<HTMLInputElement>) {
  const { value, description, onBlur } = props;
  const [left, setLeft] = useState<unknown>();
  const isDoubtful = value === left && typeof value === 'string' && withoutDot.test(value.trim());
  return (
    <TextInput
      type="email"
      inputMode="email"
      {...props}
      description={
        isDoubtful ? 'This address has no dot after the @. Please check it.' : description
      }
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setLeft(value);
        onBlur?.(event);
      }}
    />
  );
}
