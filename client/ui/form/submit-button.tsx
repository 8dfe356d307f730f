import { Button, type ButtonProps } from '@mantine/core';

type SubmitButtonProps = ButtonProps & {
  isBusy: boolean;
  busyText: string;
  children: string;
};

/** Stays focused while busy. Pressing it does not blur the edited field: an error after blur could move the button. */
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
