import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { type Certificate, decideCertificates } from '#contract/students/certificates.ts';

type ReturnDialogProps = {
  entry: Certificate | undefined;
  /** Earlier reasons for returning certificates, offered as suggestions. */
  reasons: readonly string[];
  send: (entry: Certificate, reason: string) => Promise<unknown>;
  onClose: () => void;
};

export const ReturnDialog = ({ entry, reasons, send, onClose }: ReturnDialogProps) => (
  <ReasonDialog
    about={entry}
    onClose={onClose}
    ask={(returned) => ({
      title: (
        <>
          Return “<bdi>{returned.title}</bdi>”
        </>
      ),
      schema: decideCertificates.body.shape.reason.unwrap().min(1, 'Enter a reason.'),
      description: 'Shown to the student on their page and in the email.',
      initialReason: returned.reason ?? '',
      suggestions: reasons,
      action: 'Return certificate',
      busyText: 'Returning…',
      failure: 'Couldn’t return the certificate',
      send: async (reason) => {
        await send(returned, reason);
        return {};
      },
    })}
  />
);
