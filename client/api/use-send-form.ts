import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { focusFirstError } from './focus-first-error.ts';
import { fieldErrorsOf, isCancelled, messageOf } from './problems.ts';
import type { SendOptions } from './send.ts';
import { useUpload } from './use-upload.ts';

type SendFormOptions<Values extends Record<string, unknown>, Reply> = UseFormInput<Values> & {
  /** The call, or whatever else the form is for; what it throws is shown. */
  send: (values: Values, options: SendOptions) => Promise<Reply>;
  onDone?: (reply: Reply, values: Values) => unknown;
  /** Shown above the fields once it is done. */
  success?: (reply: Reply) => string;
  /** The message of a failure for which the server has none of its own, or a function for every failure. */
  failure: string | ((error: unknown) => string);
  /** Called with every failure except a cancelled call. */
  onFailure?: (error: unknown, message: string) => void;
  /** Called with the fields that this browser or the server refuses, before the first takes the focus. */
  onRefused?: (paths: string[]) => void;
  /** The page leaves the form once it is done: until then it stays busy. */
  isOnce?: boolean;
};

/** Shown while a form with files waits for the connection. */
const interrupted = 'The connection was lost. The form is sent again when it is back.';

/** Whether a value holds a file, at any depth. */
const hasFile = (value: unknown): boolean =>
  value instanceof File ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasFile));

type Status = { error?: string | undefined; success?: string | undefined };

/** Counts refused submits, and takes the keyboard to the first field with an error after each. */
function useRefusals(onRefused: ((paths: string[]) => void) | undefined) {
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // Only once the fields are drawn with their errors, and are no longer disabled.
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
 * A form that sends what was typed, once at a time. Errors stand at their fields, and the first takes the focus; what
 * names no field is the `status`. Leaving the page aborts what `send` hands its signal to.
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
      // A second click comes before the button is drawn anew.
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
    /** For the `form` element. */
    props: { ref: element, onSubmit, noValidate: true },
    element,
    status: upload.isInterrupted ? { error: interrupted } : status,
    isBusy: upload.isRunning || isDone,
    isDone,
    refusals,
    upload,
  };
}
