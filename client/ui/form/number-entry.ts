import type { FocusEvent, MouseEvent } from 'react';

type InputFocus = FocusEvent<HTMLInputElement>;
type InputMouse = MouseEvent<HTMLInputElement>;

/** Focuses the field without the default mouse action, which would clear the selection in WebKit and Firefox. */
function focusUnlessFocused(event: InputMouse) {
  const { currentTarget: input, button } = event;
  if (button !== 0 || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
}

/** Props for a number field that shows a decimal keypad on phones and selects all text on focus. */
export const numberInputProps = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onFocus: ({ currentTarget }: InputFocus) => currentTarget.select(),
  onMouseDown: focusUnlessFocused,
} as const;
