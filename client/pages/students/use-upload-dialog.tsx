import { Suspense, useState } from 'react';
import type { ChosenUpload } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';

const UploadDialog = lazyPart(
  async () => (await import('#client/documents/upload-dialog.tsx')).UploadDialog,
);

/** Returns the dialog that uploads a chosen file, and the function that opens it. */
export function useUploadDialog(email: string | undefined) {
  const [chosen, setChosen] = useState<ChosenUpload>();
  const wasChosen = useLastDefined(chosen) !== undefined;
  const dialog = wasChosen && (
    <Suspense>
      <UploadDialog email={email} chosen={chosen} onClose={() => setChosen(undefined)} />
    </Suspense>
  );
  return { upload: setChosen, dialog };
}
