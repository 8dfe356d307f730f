import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { focusFirstError } from './focus-first-error.ts';
import { fieldErrorsOf, isCancelled, messageOf } from './problems.ts';
import type { SendOptions } from './send.ts';
import { useUpload } from './use-upload.ts';

type SendFormOptions<Values extends Record<string, unknown>, Reply> = UseFormInput<Values> & {
  /** Sends the form. Its errors are shown. */
  send: (values: Values, options: SendOptions) => Promise<Reply>;
  onDone?: (reply: Reply, values: Values) => unknown;
  /** Returns the message above the fields after success. */
  success?: (reply: Reply) => string;
  /** The error message if the server sends none, or a function that returns the message of each error. */
  failure: string | ((error: unknown) => string);
  /** Called with each error except a cancellation. */
  onFailure?: (error: unknown, message: string) => void;
  /** Called with the paths of invalid fields before the first one is focused. */
  onRefused?: (paths: string[]) => void;
  /** True if the page leaves the form after success. The form stays busy until then. */
  isOnce?: boolean;
};

const interrupted = 'The connection was lost. The form is sent again when it is back.';

/** Returns true if a value contains a file at any depth. */
const hasFile = (value: unknown): boolean =>
  value instanceof File ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasFile));

type Status = { error?: string | undefined; success?: string | undefined };

/** Counts rejected submits and focuses the first invalid field after each. */
function useRefusals(onRefused: ((paths: string[]) => void) | undefined) {
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // Wait until the fields have their errors and are enabled.
  useEffect(() => {
    if (refusals > 0) focusFirstError(element.current);
  }, [refusals]);
  const refuse = (paths: string[]) => {
    onRefused?.(paths);
    setRefusals((count) => count + 1);
  };
  return { element, refusals, refuse };
}

/**
 * Submits a form, one request at a time. Shows errors at their fields, focuses the first one, and returns other errors
 * as `status`. Leaving the page aborts the signal that `send` gets.
 */
export function useSendForm<Values extends Record<string, unknown>, Reply>(
  options: SendFormOptions<Values, Reply>,
) {
  const { send, onDone, success, failure, onFailure, onRefused, isOnce, ...input } = options;
  const form = useForm<Values>({ validateInputOnBlur: true, ...input });
  const upload = useUpload();
  const [status, setStatus] = useState<Status>({});
  const [isDone, setIsDone] = useState(false);
  const { element, refusals, refuse } = useRefusals(onRefused);
  const isSending = useRef(false);
  const fail = (error: unknown) => {
    if (isCancelled(error)) return;
    const message = typeof failure === 'string' ? messageOf(error, failure) : failure(error);
    onFailure?.(error, message);
    const errors = fieldErrorsOf(error);
    const paths = Object.keys(errors);
    if (paths.length === 0) return setStatus({ error: message });
    form.setErrors(errors);
    refuse(paths);
  };
  const onSubmit = form.onSubmit(
    async (values) => {
      // Ignore a second click before the button is rendered as disabled.
      if (isSending.current || isDone) return;
      isSending.current = true;
      setStatus({});
      try {
        await upload.run(
          async (sending) => {
            const reply = await send(values, sending);
            setStatus({ success: success?.(reply) });
            await onDone?.(reply, values);
            setIsDone(isOnce === true);
          },
          { isRetried: Object.values(values).some(hasFile) },
        );
      } catch (error) {
        fail(error);
      } finally {
        isSending.current = false;
      }
    },
    (errors) => {
      setStatus({});
      refuse(Object.keys(errors));
    },
  );
  return {
    ...form,
    clearErrors: () => {
      form.clearErrors();
      setStatus({});
    },
    /** Props of the `form` element. */
    props: { ref: element, onSubmit, noValidate: true },
    element,
    status: upload.isInterrupted ? { error: interrupted } : status,
    isBusy: upload.isRunning || isDone,
    isDone,
    refusals,
    upload,
  };
}
