import { type FocusEvent, type FormEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';

type InputFocus = FocusEvent<HTMLInputElement>;
type InputMouse = MouseEvent<HTMLInputElement>;

/** Focuses the field without the default mouse action, which would clear the selection in WebKit and Firefox. */
function focusUnlessFocused(event: InputMouse) {
  const { currentTarget: input, button } = event;
  if (button !== 0 || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
}

/**
 * Returns the props of a number field that shows a decimal keypad on phones and selects all text on focus. Selects it
 * again if a new value arrives in the focused field, such as a draft of another device, so that typed digits replace it.
 */
export function useNumberEntry(value: unknown) {
  const ref = useRef<HTMLInputElement>(null);
  const typed = useRef<unknown>(value);
  useLayoutEffect(() => {
    const { current: input } = ref;
    if (value !== typed.current && document.activeElement === input) input?.select();
    typed.current = value;
  }, [value]);
  return {
    ref,
    inputMode: 'decimal',
    autoComplete: 'off',
    onFocus: ({ currentTarget }: InputFocus) => currentTarget.select(),
    onMouseDown: focusUnlessFocused,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      typed.current = currentTarget.value;
    },
  } as const;
}
