import { useMutation } from '@tanstack/react-query';
import type { CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { isCancelled, messageOf } from './problems.ts';
import { invalidate } from './queries.ts';
import { toast, toastMs } from './toast.ts';

type ActionOptions<Input, Reply> = {
  /** The message of a failure for which the server has none of its own. */
  failure: string;
  /** The toast of success; left out, the reply's own `message`, if it has one. */
  success?: string | ((reply: Reply) => string);
  /** How long toasts stay. */
  toastFor?: number;
  /** The component shows `reply` and `error` itself, so there are no toasts. */
  isInline?: boolean;
  /** Endpoints to read again, also after a failure: what the page shows may be stale. */
  invalidates?: readonly Endpoint[];
  onDone?: (reply: Reply, input: Input) => unknown;
  /** Takes a failure over from the toast. */
  onFailure?: (error: unknown, message: string) => void;
  /** After success or failure, once everything has been read again. */
  onSettled?: () => unknown;
};

/** The input may be left out where the endpoint takes none. */
type RunArguments<Input> = Record<string, never> extends Input ? [input?: Input] : [input: Input];

/** An endpoint, or a function that makes several calls. */
type Work = Endpoint | ((input: never) => Promise<unknown>);
type InputOf<W> = W extends Endpoint
  ? CallInput<W>
  : W extends (input: infer Input) => unknown
    ? Input
    : never;
type ResultOf<W> = W extends Endpoint
  ? ReplyOf<W>
  : W extends (input: never) => Promise<infer Result>
    ? Result
    : never;

/**
 * What a button does outside a form: calls the endpoint, shows that it runs, reports the result as a toast, and has
 * the pages read again what has changed. `const end = useAction(endSession, { failure: '…', invalidates: [listSessions] })`,
 * then `onClick={() => end.run({ params: { sessionId } })}`.
 */
export function useAction<const W extends Work>(
  work: W,
  options: ActionOptions<InputOf<W>, ResultOf<W>>,
) {
  type Input = InputOf<W>;
  type Result = ResultOf<W>;
  const { failure, toastFor = toastMs, isInline = false, invalidates = [], onFailure } = options;
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: async (input) =>
      (typeof work === 'function'
        ? await work(input as never)
        : await call(work as Endpoint, (input ?? {}) as object)) as Result,
    onSuccess: async (reply, input) => {
      const message = successOf(options.success, reply);
      if (message && !isInline) toast.success(message, toastFor);
      await options.onDone?.(reply, input);
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      const message = messageOf(error, failure);
      if (onFailure) onFailure(error, message);
      else if (!isInline) toast.error(message, toastFor);
    },
    onSettled: async () => {
      await invalidate(...invalidates);
      await options.onSettled?.();
    },
  });
  const { error, isPending } = mutation;
  return {
    run: (...[input]: RunArguments<Input>) => mutation.mutate(input as Input),
    isRunning: isPending,
    /** What it runs with now, to mark the one button of many. */
    input: isPending ? mutation.variables : undefined,
    reply: mutation.data,
    /** The message of the last failure. */
    error: error && !isCancelled(error) ? messageOf(error, failure) : undefined,
  };
}

function successOf<Result>(success: ActionOptions<unknown, Result>['success'], reply: Result) {
  if (typeof success === 'string') return success;
  if (success) return success(reply);
  const isObject = typeof reply === 'object' && reply !== null && 'message' in reply;
  return isObject && typeof reply.message === 'string' ? reply.message : undefined;
}
