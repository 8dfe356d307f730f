import { Textarea } from '@mantine/core';
import { maxCorrectionReasonLength } from '#contract/marks.ts';

type CorrectionReasonProps = { value: string; onChange: (reason: string) => void };

/** Optional field for the reason of a correction. Render it if a change replaces a saved mark. */
export function CorrectionReason({ value, onChange }: CorrectionReasonProps) {
  return (
    <Textarea
      data-no-print
      label="Reason for the correction"
      description="Optional. Emails about corrected marks include the old mark, the new mark and this reason. Everyone whose mark you correct gets the same reason, so don’t name any student."
      autosize
      minRows={2}
      maxRows={6}
      maxLength={maxCorrectionReasonLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
