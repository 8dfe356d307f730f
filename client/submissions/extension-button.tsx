import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import type { Submission } from '#contract/rules/submissions.ts';
import type { ExtensionRequest } from '#contract/submissions.ts';

const ExtensionDialog = lazyPart(
  async () => (await import('./extension-dialog.tsx')).ExtensionDialog,
);

const unfinished: readonly Submission['state'][] = ['not-due', 'open', 'extended', 'missed'];

type ExtensionButtonProps = {
  groupId: string;
  submission: Submission;
  /** The newest request for this deadline. */
  request: ExtensionRequest | undefined;
};

/** Opens the request form. Not shown while a request is open, or if nothing is left to submit. */
export function ExtensionButton({ groupId, submission, request }: ExtensionButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const { title, documents, state } = submission;
  const mayAsk = request?.decision !== null && documents.length > 0 && unfinished.includes(state);
  return (
    <>
      {mayAsk && (
        <Button
          variant="default"
          aria-label={`Request extension: ${title}`}
          onClick={() => {
            setHasAsked(true);
            setIsAsking(true);
          }}
        >
          Request extension
        </Button>
      )}
      {hasAsked && (
        <Suspense>
          <ExtensionDialog
            groupId={groupId}
            submission={isAsking ? submission : undefined}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
