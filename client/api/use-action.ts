import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { call } from './connection/call.ts';
import { getErrorMessage, isCancelled } from './problems.ts';
import { invalidateEndpoints } from './queries.ts';
import { toast, toastDurationMs } from './toast.ts';

type ActionOptions<Input, Reply> = {
  /** Error message to show if the server's reply contains none. */
  failure: string;
  /** Text of the toast after success. The default is the reply's `message`, if any. */
  success?: string | ((reply: Reply) => string);
  /** Duration of the toasts in ms. */
  toastFor?: number;
  /** True to show no toasts, because the component renders `reply` and `error` itself. */
  isInline?: boolean;
  invalidates?: readonly Endpoint[];
  onDone?: (reply: Reply, input: Input) => unknown;
  /** Called with an error instead of showing a toast. */
  onFailure?: (error: unknown, message: string, input: Input) => void;
  /** Called after success or failure, once the invalidated endpoints have been refetched. */
  onSettled?: (input: Input) => unknown;
};

type RunArguments<Input> = Record<string, never> extends Input ? [input?: Input] : [input: Input];

type Work = Endpoint | ((input: never) => Promise<unknown>);
type InputOf<W> = W extends Endpoint
  ? EndpointInput<W>
  : W extends (input: infer Input) => unknown
    ? Input
    : never;
type ResultOf<W> = W extends Endpoint
  ? EndpointReply<W>
  : W extends (input: never) => Promise<infer Result>
    ? Result
    : never;

/** Returns `run`, which sends a request, shows the result as a toast and invalidates the endpoints in `invalidates`. */
export function useAction<const W extends Work>(
  work: W,
  options: ActionOptions<InputOf<W>, ResultOf<W>>,
) {
  type Input = InputOf<W>;
  type Result = ResultOf<W>;
  const {
    failure,
    toastFor = toastDurationMs,
    isInline = false,
    invalidates = [],
    onFailure,
  } = options;
  const source = useId();
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: async (input) =>
      (typeof work === 'function'
        ? await work(input as never)
        : await call(work as Endpoint, (input ?? {}) as object)) as Result,
    onSuccess: async (reply, input) => {
      const message = getSuccessMessage(options.success, reply);
      if (message && !isInline) toast.success(message, toastFor, undefined, source);
      await options.onDone?.(reply, input);
    },
    onError: (error, input) => {
      if (isCancelled(error)) return;
      const message = getErrorMessage(error, failure);
      if (onFailure) onFailure(error, message, input);
      else if (!isInline) toast.error(message, toastFor, undefined, source);
    },
    onSettled: async (_reply, _error, input) => {
      await invalidateEndpoints(...invalidates);
      await options.onSettled?.(input);
    },
  });
  const { error, isPending } = mutation;
  return {
    run: (...[input]: RunArguments<Input>) => mutation.mutate(input as Input),
    isRunning: isPending,
    /** Input of the running request, so that a list can find the button that started it. */
    input: isPending ? mutation.variables : undefined,
    reply: mutation.data,
    error: error && !isCancelled(error) ? getErrorMessage(error, failure) : undefined,
  };
}

function getSuccessMessage<Result>(
  success: ActionOptions<unknown, Result>['success'],
  reply: Result,
) {
  if (typeof success === 'string') return success;
  if (success) return success(reply);
  const isObject = typeof reply === 'object' && reply !== null && 'message' in reply;
  return isObject && typeof reply.message === 'string' ? reply.message : undefined;
}
