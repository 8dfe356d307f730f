import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { DocumentInfo } from '#contract/documents.ts';
import { formatRemoval } from '#contract/rules/removed-file.ts';

/** States when and why the file of a version was removed. Renders nothing while the file is stored. */
export function RemovalNote({ document: { removed } }: { document: DocumentInfo }) {
  const zone = useTimeZone();
  if (!removed) return null;
  const text = formatRemoval(removed, zone);
  return (
    <Text span size="sm" c="dimmed" className="breakable">
      <BidiSentence text={text.charAt(0).toUpperCase() + text.slice(1)} />
    </Text>
  );
}
