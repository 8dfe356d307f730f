import { Button, type ButtonProps } from '@mantine/core';

type SubmitButtonProps = ButtonProps & {
  isBusy: boolean;
  /** What it says while busy: "Logging in...". */
  busyText: string;
  children: string;
};

/**
 * Submits its form once at a time. It keeps the focus while busy, and pressing it does not first blur
 * the field: a message that appears on blur would move the button away from under the pointer.
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
