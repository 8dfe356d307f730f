import { type FormErrors, type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SendOptions } from './connection/send.ts';
import { useRequest } from './connection/use-request.ts';
import { focusFirstError } from './focus-first-error.ts';
import { getErrorMessage, getFieldErrors, isCancelled } from './problems.ts';

type SendFormOptions<Values extends Record<string, unknown>, Reply> = UseFormInput<Values> & {
  send: (values: Values, options: SendOptions) => Promise<Reply>;
  onDone?: (reply: Reply, values: Values) => unknown;
  success?: (reply: Reply) => string;
  /** Error message to show if the server's reply contains none, or a function that returns the message for an error. */
  failure: string | ((error: unknown) => string);
  /** Called with each error that `send` throws, except if the request was cancelled. */
  onFailure?: (error: unknown, message: string) => void;
  /** Called with the paths of the invalid fields before the first invalid field is focused. */
  onRefused?: (paths: string[]) => void;
  /** If true, the form stays busy after success, because its page or dialog is about to close. */
  isOnce?: boolean;
  /** If true, the fields take input while the form is sent, because the form keeps what is typed then. */
  isOpenWhileSending?: boolean;
};

const interrupted = 'Connection lost. The form will be sent when it’s back.';

const hasFile = (value: unknown): boolean =>
  value instanceof File ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasFile));

type Status = { error?: string | undefined; success?: string | undefined };

function useRefusals(
  onRefused: ((paths: string[]) => void) | undefined,
  onHidden: (message: string) => void,
) {
  const element = useRef<HTMLFormElement>(null);
  const message = useRef('');
  const [refusals, setRefusals] = useState(0);
  const showHidden = useEffectEvent(() => onHidden(message.current));
  // Use an effect: the invalid field must first be enabled again and rendered with its error.
  useEffect(() => {
    if (refusals > 0) focusFirstError(element.current, showHidden);
  }, [refusals]);
  const refuse = (errors: FormErrors) => {
    message.current = String(Object.values(errors)[0]);
    onRefused?.(Object.keys(errors));
    setRefusals((count) => count + 1);
  };
  return { element, refusals, refuse };
}

/** Sends one request at a time and focuses the first invalid field. Unmounting aborts the signal passed to `send`. */
export function useSendForm<Values extends Record<string, unknown>, Reply>(
  options: SendFormOptions<Values, Reply>,
) {
  const { send, onDone, success, failure, onFailure, onRefused, isOnce, ...others } = options;
  const { isOpenWhileSending, enhanceGetInputProps, ...input } = others;
  const upload = useRequest();
  const form = useForm<Values>({
    validateInputOnBlur: true,
    // By default, take no input meanwhile: it would be lost when the form is emptied or shows what was saved.
    enhanceGetInputProps: (field) => ({
      ...(upload.isRunning && !isOpenWhileSending && { readOnly: true }),
      ...enhanceGetInputProps?.(field),
    }),
    ...input,
  });
  const [status, setStatus] = useState<Status>({});
  const [isDone, setIsDone] = useState(false);
  // The portal can refuse a value for which the form has no field.
  const { element, refusals, refuse } = useRefusals(onRefused, (error) => setStatus({ error }));
  const isSending = useRef(false);
  const fail = (error: unknown) => {
    if (isCancelled(error)) return;
    const message = typeof failure === 'string' ? getErrorMessage(error, failure) : failure(error);
    onFailure?.(error, message);
    const errors = getFieldErrors(error);
    if (Object.keys(errors).length === 0) return setStatus({ error: message });
    form.setErrors(errors);
    refuse(errors);
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
      refuse(errors);
    },
  );
  return {
    ...form,
    clearErrors: () => {
      form.clearErrors();
      setStatus({});
    },
    // Until the page's script has loaded, Enter does nothing: by default, it would reload the page and clear the fields.
    props: { ref: element, onSubmit, noValidate: true, method: 'dialog' },
    element,
    status: upload.isInterrupted ? { error: interrupted } : status,
    isBusy: upload.isRunning || isDone,
    isDone,
    refusals,
    upload,
  };
}
