import { discussionThreads } from '#contract/messages/discussion.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { MessageRow } from './thread-access.ts';

/** Describes a message for the audit trail by its author, time and thread, without its text. */
export const describeMessage = (
  { written_by_name, written_at, thread }: MessageRow,
  timeZone: string,
): string =>
  `message of ${written_by_name} from ${formatDateTime(written_at, timeZone)} (${discussionThreads[thread].toLowerCase()})`;
