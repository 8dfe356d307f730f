import { Button, type ButtonProps } from '@mantine/core';

type SubmitButtonProps = ButtonProps & {
  isBusy: boolean;
  busyText: string;
  /** Called instead of submitting a form. */
  onPress?: () => void;
  children: string;
};

/**
 * Button that saves or sends. Looks the same while it is busy and while it is disabled because nothing has changed,
 * and stays focusable in both states: a button that is disabled after a save must not lose the focus.
 * Pressing it does not blur the edited field: an error after blur could move the button.
 */
export function SubmitButton(buttonProps: SubmitButtonProps) {
  const { isBusy, busyText, disabled = false, onPress, children, ...props } = buttonProps;
  const isInactive = isBusy || disabled || undefined;
  return (
    <Button
      {...props}
      type={onPress ? 'button' : 'submit'}
      data-disabled={isInactive}
      aria-disabled={isInactive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (isInactive) event.preventDefault();
        else onPress?.();
      }}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}
