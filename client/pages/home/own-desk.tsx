import { useSession } from '#client/api/session/session.ts';
import { Desk, type DeskProps } from '#client/desk/desk.tsx';
import { useUploadDialog } from '#client/pages/students/use-upload-dialog.tsx';

/** The desk, with the dialog that uploads a file for one of its tasks. */
export function OwnDesk(props: Omit<DeskProps, 'onUpload'>) {
  const { upload, dialog } = useUploadDialog(useSession()?.email);
  return (
    <>
      {dialog}
      <Desk {...props} onUpload={upload} />
    </>
  );
}
