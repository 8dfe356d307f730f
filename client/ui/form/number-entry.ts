import type { FocusEvent, MouseEvent } from 'react';

type InputFocus = FocusEvent<HTMLInputElement>;
type InputMouse = MouseEvent<HTMLInputElement>;

/**
 * Focuses the field without the browser's own handling of the press, which places the caret after `focus` in WebKit and
 * Firefox: what is typed would then be inserted into the number. A press on a focused field places the caret as usual.
 */
function focusUnlessFocused(event: InputMouse) {
  const { currentTarget: input, button } = event;
  if (button !== 0 || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
}

/** Props of a text field for a number: a decimal keypad on phones, and its content is selected on focus. */
export const numberEntry = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onFocus: ({ currentTarget }: InputFocus) => currentTarget.select(),
  onMouseDown: focusUnlessFocused,
} as const;
