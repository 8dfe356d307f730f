import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { usePortalInfo } from '#client/api/portal.ts';
import { buildQueryOptions, invalidateEndpoints } from '#client/api/queries.ts';
import { toast, toastDurationMs } from '#client/api/toast.ts';
import { type GroupEmail, listGroupEmails } from '#contract/marks.ts';
import { type DeliverySummary, describeDelivery, describeQueuedEmails } from './delivery.ts';

/** `isSaved` is true if a save queued the emails, and false if the "Send again" button queued them. */
type WatchedEmails = { ids: readonly string[]; isSaved: boolean };

/** Returns the polling interval, which is short at first, because most emails are sent within a second. */
const pauseMs = (sinceMs: number) => Math.max(300, Math.min(sinceMs / 3, 15_000));

const toasts: Record<
  NonNullable<DeliverySummary['outcome']>,
  (text: string, isSaved: boolean) => void
> = {
  sent: (text, isSaved) =>
    isSaved
      ? toast.success('Marks saved and email sent', toastDurationMs, text)
      : toast.success('Email sent', toastDurationMs, text),
  refused: (text) => toast.error('An email was refused', 2 * toastDurationMs, text),
  withdrawn: (text) => toast.warning('An email wasn’t sent', 2 * toastDurationMs, text),
};

/** Polls the states of a group's newest emails and describes the delivery of the emails passed to `watch`. */
export function useEmailDelivery(groupId: string) {
  const sendsEmail = usePortalInfo()?.sendsEmail ?? true;
  const [since, setSince] = useState(() => getServerTime().getTime());
  const [watched, setWatched] = useState<WatchedEmails>();
  const { data, isError, refetch, isFetching } = useQuery({
    ...buildQueryOptions(listGroupEmails, { params: { groupId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.emails.some(isQueued) ? pauseMs(getServerTime().getTime() - since) : false,
  });
  const watchedEmails = data?.emails.filter(({ _id }) => watched?.ids.includes(_id)) ?? [];
  const isKnown = watched && data && watchedEmails.length === watched.ids.length;
  const delivery = isKnown ? describeDelivery(watchedEmails, sendsEmail) : undefined;

  const onSettled = useEffectEvent((outcome: NonNullable<DeliverySummary['outcome']>) => {
    toasts[outcome](delivery?.text ?? '', watched?.isSaved ?? false);
  });
  const outcome = delivery?.outcome;
  useEffect(() => {
    if (outcome) onSettled(outcome);
  }, [outcome]);

  return {
    emails: data?.emails,
    lastSent: data?.lastSent ?? [],
    isError,
    isFetching,
    refetch,
    /** Without a mail server, says where the emails are stored. Set only if a save queued the emails. */
    detail: outcome === 'sent' && watched?.isSaved && !sendsEmail ? delivery?.text : undefined,
    text: watched && formatDelivery(delivery ?? describeQueuedEmails(watched.ids.length), watched),
    watch: (ids: readonly string[], isSaved: boolean) => {
      setSince(getServerTime().getTime());
      setWatched({ ids, isSaved });
      void invalidateEndpoints(listGroupEmails);
    },
  };
}

export type DeliveryState = ReturnType<typeof useEmailDelivery>;

const isQueued = ({ state }: GroupEmail) => state === 'queued';

function formatDelivery({ text, outcome }: DeliverySummary, { isSaved }: WatchedEmails): string {
  if (!isSaved) return text;
  return outcome === 'sent' ? 'Marks saved and email sent' : `Marks saved. ${text}`;
}
