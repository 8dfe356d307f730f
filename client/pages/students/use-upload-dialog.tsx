import { Suspense, useState } from 'react';
import type { ChosenUpload } from '#client/feature.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { PartNotLoaded } from '#client/layout/part-not-loaded.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';

const UploadDialog = lazyWithFallback(
  async () => (await import('#client/documents/upload-dialog.tsx')).UploadDialog,
  PartNotLoaded,
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
