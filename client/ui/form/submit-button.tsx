import { Button, type ButtonProps } from '@mantine/core';

type SubmitButtonProps = ButtonProps & {
  isBusy: boolean;
  /** Text while busy: "Logging in...". */
  busyText: string;
  children: string;
};

/**
 * Submits its form once at a time. Keeps the focus while busy. Pressing it does not blur the current field first,
 * because an error that appears on blur would move the button away from the pointer.
 */
export function SubmitButton({ isBusy, busyText, children, ...props }: SubmitButtonProps) {
  return (
    <Button
      {...props}
      type="submit"
      data-disabled={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}
