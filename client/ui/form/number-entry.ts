import type { FocusEvent, MouseEvent } from 'react';

type InputFocus = FocusEvent<HTMLInputElement>;
type InputMouse = MouseEvent<HTMLInputElement>;

/**
 * Focuses an unfocused field on press and prevents the default, because WebKit and Firefox place the caret after
 * `focus` and would undo the selection.
 */
function focusUnlessFocused(event: InputMouse) {
  const { currentTarget: input, button } = event;
  if (button !== 0 || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
}

/** Props of a number field: decimal keypad on phones, and select all on focus. */
export const numberEntry = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onFocus: ({ currentTarget }: InputFocus) => currentTarget.select(),
  onMouseDown: focusUnlessFocused,
} as const;
