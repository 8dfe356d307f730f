import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useRequest } from '#client/api/connection/use-request.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { toast } from '#client/api/toast.ts';
import { findFileError, uploadDocument } from '#contract/documents.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { FileRules } from '#contract/rules/document-kinds.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { type CohortKind, formatUploadMessage } from '#contract/settings/kinds.ts';
import type { VersionToRemove } from '#contract/submissions.ts';

export type UploadCardProps = {
  kind: CohortKind;
  rules: FileRules;
  email: string | undefined;
  hint?: string;
  deadlines: readonly Pick<Submission, 'deadlineId' | 'title'>[];
  next: string | undefined;
  /** Versions that the next upload removes. */
  nextRemovals: readonly VersionToRemove[];
  /** A file that was chosen elsewhere for the only deadline. The file field is then shown without a heading. */
  chosen?: { file: File; onDone: () => void };
  /** Due dates and versions, shown beside the file field. */
  children?: ReactNode;
  onUploaded: () => unknown;
  onBusy: (kind: string, isBusy: boolean) => void;
};

/** Uploads a file, for the chosen or the next deadline. Starts at once with a file that was chosen elsewhere. */
export function useFileUpload(props: UploadCardProps) {
  const { kind, rules, email, deadlines, next, nextRemovals, chosen, onUploaded } = props;
  const refusal = chosen && findFileError(rules, chosen.file)?.message;
  const [file, setFile] = useState(refusal === undefined ? chosen?.file : undefined);
  const [choice, setChoice] = useState<string>();
  const isKnown = deadlines.some(({ deadlineId }) => deadlineId === choice);
  const deadline = isKnown ? choice : next;
  const [receipt, setReceipt] = useState<Partial<EndpointReply<typeof uploadDocument>>>();
  const [error, setError] = useState(refusal);
  const upload = useRequest();
  const send = async () => {
    setError(undefined);
    if (!file || !email) return toast.info('Missing file or user email.');
    try {
      const query = deadline === undefined ? {} : { query: { deadline } };
      const input = { params: { kind: kind.kind, email }, ...query, body: { file } };
      const reply = await upload.run((options) => call(uploadDocument, input, options), {
        isRetried: true,
      });
      setReceipt(reply);
    } catch (failure) {
      if (isCancelled(failure)) return;
      const message = getErrorMessage(failure, 'Upload failed.', 'Server error during upload.');
      // The toast closes automatically, so also show the error on the card.
      setError(message);
      return toast.error(message);
    }
    setFile(undefined);
    toast.success(formatUploadMessage(kind));
    await onUploaded();
  };
  const choose = (newFile: File | undefined) => {
    setError(undefined);
    setFile(newFile);
  };
  const removals = nextRemovals.flatMap(({ deadlineId, version }) =>
    deadlineId === null || deadlineId === deadline ? [version] : [],
  );
  // The user first confirms an upload that removes earlier versions.
  const [startsAtOnce] = useState(chosen && file && removals.length === 0);
  const start = useEffectEvent(() => void send());
  useEffect(() => {
    if (!startsAtOnce) return;
    const timer = setTimeout(() => start());
    return () => clearTimeout(timer);
  }, [startsAtOnce]);
  return {
    ...{ file, choose, error, deadline, setChoice, receipt, removals, upload },
    send: () => void send(),
  };
}
