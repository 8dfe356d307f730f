/** Fields that carry an error themselves, or stand in a wrapper that does. */
const faulty =
  ':is(input:not([type="hidden"]), textarea, select):is([aria-invalid="true"], [data-error="true"] *)';

/**
 * After a refused submit: takes the keyboard to the first field with an error, once it is drawn.
 * Takes the form, or the event of its submit; after an `await` the event no longer knows the form.
 */
export function focusFirstError(submitted: Element | { currentTarget: Element } | undefined) {
  const form = submitted instanceof Element ? submitted : submitted?.currentTarget;
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(faulty)?.focus());
}
