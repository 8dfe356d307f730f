/** Selects invalid fields, fields in invalid wrappers and focusable error messages of lists (`[data-field-error]`). */
const invalidFields =
  ':is(input:not([type="hidden"]), textarea, select):is([aria-invalid="true"], [data-error="true"] *), [data-field-error]';

/** Focuses the form's first invalid field after the next render. */
export function focusFirstError(form: Element | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(invalidFields)?.focus());
}
