/** Fields that carry an error themselves, or stand in a wrapper that does, and the error of a whole list. */
const invalidFields =
  ':is(input:not([type="hidden"]), textarea, select):is([aria-invalid="true"], [data-error="true"] *), [data-field-error]';

/** After a refused submit: takes the keyboard to the form's first field with an error, once it is drawn. */
export function focusFirstError(form: Element | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(invalidFields)?.focus());
}
