import { Button, type ButtonProps } from '@mantine/core';

type SubmitButtonProps = ButtonProps & {
  isBusy: boolean;
  busyText: string;
  children: string;
};

/**
 * Submit button that ignores clicks while it is busy but keeps the focus. Pressing it does not blur the current field,
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
