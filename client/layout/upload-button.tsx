import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import type { ChosenUpload } from '#client/feature.ts';
import { toMidSentence } from '#contract/settings/kinds.ts';

type UploadButtonProps = Pick<ChosenUpload, 'deadline' | 'kind'> & {
  /** True if the deadline misses several kinds of files. */
  isNamed: boolean;
  onUpload: (upload: ChosenUpload) => void;
};

/** Opens the file chooser and passes on the chosen file. */
export function UploadButton({ deadline, kind, isNamed, onUpload }: UploadButtonProps) {
  const reset = useRef<() => void>(null);
  const label = toMidSentence(kind.label);
  return (
    <FileButton
      resetRef={reset}
      accept={kind.extensions.map((extension) => `.${extension}`).join(',')}
      onChange={(file) => {
        if (!file) return;
        onUpload({ deadline, kind, file });
        // Otherwise, choosing the same file again would not fire a change event.
        reset.current?.();
      }}
    >
      {(props) => (
        <Button {...props} aria-label={`Upload ${label}: ${deadline.title}`}>
          {isNamed ? `Upload ${label}` : 'Upload'}
        </Button>
      )}
    </FileButton>
  );
}
