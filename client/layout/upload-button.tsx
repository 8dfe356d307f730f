import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import type { ChosenUpload } from '#client/feature.ts';
import { toMidSentence } from '#contract/settings/kinds.ts';

type UploadButtonProps = Omit<ChosenUpload, 'file'> & {
  /** True if the deadline misses several kinds of files. */
  isNamed: boolean;
  /** Small buttons are those of a list. */
  isSmall?: boolean;
  onUpload: (upload: ChosenUpload) => void;
};

/** Opens the file chooser and passes on the chosen file. */
export function UploadButton(props: UploadButtonProps) {
  const { groupId, deadline, kind, isNamed, isSmall = false, onUpload } = props;
  const reset = useRef<() => void>(null);
  const label = toMidSentence(kind.label);
  return (
    <FileButton
      resetRef={reset}
      accept={kind.extensions.map((extension) => `.${extension}`).join(',')}
      onChange={(file) => {
        if (!file) return;
        onUpload({ groupId, deadline, kind, file });
        // Otherwise, choosing the same file again would not fire a change event.
        reset.current?.();
      }}
    >
      {(button) => (
        <Button
          {...button}
          {...(isSmall && { variant: 'default', size: 'xs' })}
          aria-label={`Upload ${label}: ${deadline.title}`}
        >
          {isNamed ? `Upload ${label}` : 'Upload'}
        </Button>
      )}
    </FileButton>
  );
}
