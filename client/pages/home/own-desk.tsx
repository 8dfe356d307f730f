import { Alert } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useSession } from '#client/api/session/session.ts';
import { Desk, type DeskProps } from '#client/desk/desk.tsx';
import type { ChosenUpload } from '#client/feature.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';

const UploadDialog = lazyWithFallback(
  async () => (await import('#client/documents/upload-dialog.tsx')).UploadDialog,
  () => <Alert role="alert">Couldn’t open the upload. Reload the page and try again.</Alert>,
);

/** The desk, with the dialog that uploads a file for one of its tasks. */
export function OwnDesk(props: Omit<DeskProps, 'onUpload'>) {
  const email = useSession()?.email;
  const [chosen, setChosen] = useState<ChosenUpload>();
  const wasChosen = useLastDefined(chosen) !== undefined;
  return (
    <>
      {wasChosen && (
        <Suspense>
          <UploadDialog email={email} chosen={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
      <Desk {...props} onUpload={setChosen} />
    </>
  );
}
