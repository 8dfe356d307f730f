import { useState } from 'react';
import { UploadDialog } from '#client/documents/upload-dialog.tsx';
import type { ChosenUpload } from '#client/feature.ts';

/** Returns the dialog that uploads a chosen file, and the function that opens it. */
export function useUploadDialog(email: string | undefined) {
  const [chosen, setChosen] = useState<ChosenUpload>();
  const dialog = (
    <UploadDialog email={email} chosen={chosen} onClose={() => setChosen(undefined)} />
  );
  return { upload: setChosen, dialog };
}
