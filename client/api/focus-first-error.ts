/** Selects invalid fields, fields in invalid wrappers and focusable error messages of lists (`[data-field-error]`). */
const invalidFields =
  ':is(input:not([type="hidden"]), textarea, select):is([aria-invalid="true"], [data-error="true"] *), [data-field-error]';

/** Focuses the form's first invalid field after the next render, or calls `onNone` if the form displays no error. */
export function focusFirstError(form: Element | null, onNone: () => void) {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>(invalidFields);
    if (field) field.focus();
    else onNone();
  });
}
