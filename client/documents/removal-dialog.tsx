import type { ReactNode } from 'react';
import type { SendOptions } from '#client/api/connection/send.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { removeDocument } from '#contract/admin/removals.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';

type RemovalDialogProps = {
  opened: boolean;
  title: string;
  /** Describes what is removed. */
  children: ReactNode;
  send: (reason: string, options: SendOptions) => Promise<{ message: string }>;
  onClose: () => void;
};

/** Asks an admin for the reason of a permanent removal. */
export const RemovalDialog = (props: RemovalDialogProps) => (
  <ReasonDialog
    about={props.opened ? props : undefined}
    onClose={props.onClose}
    ask={({ title, children, send }) => ({
      title: <BidiSentence text={title} />,
      explanation: children,
      consequence:
        'This cannot be undone. The version list will still show the name, date and deadlines, and the version will still count as submitted. Earlier backups will still contain the file.',
      schema: removeDocument.body.shape.reason,
      description: 'Shown to everyone who can see the version list',
      action: 'Remove permanently',
      busyText: 'Removing…',
      failure: 'Couldn’t remove the file',
      send: (reason, _typed, options) => send(reason, options),
      toastFor: adminToastDurationMs,
      invalidates: [listGroups, findGroup, listChanges],
    })}
  />
);
