import type { FocusEvent, MouseEvent } from 'react';

type InputFocus = FocusEvent<HTMLInputElement>;
type InputMouse = MouseEvent<HTMLInputElement>;

/**
 * Focuses an unfocused field on mouse down and prevents the default action: WebKit and Firefox would
 * place the caret after `focus`, which would undo the selection.
 */
function focusUnlessFocused(event: InputMouse) {
  const { currentTarget: input, button } = event;
  if (button !== 0 || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
}

/** Props of a number field: shows a decimal keypad on phones and selects all text on focus. */
export const numberInputProps = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onFocus: ({ currentTarget }: InputFocus) => currentTarget.select(),
  onMouseDown: focusUnlessFocused,
} as const;
