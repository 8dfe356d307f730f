import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { formatRemoval } from '#contract/rules/removed-file.ts';
import type { MemberCertificates } from '#contract/students/certificates.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { usePdfBlobUrl } from './use-pdf.ts';

/** Links to all versions of the student's merged PDF. Shows the newest inline if the browser can display PDFs. */
export function MergedPdf({ member: { documents, name } }: { member: MemberCertificates }) {
  const zone = useTimeZone();
  const [newest, ...older] = documents;
  const earlier = older.filter(({ removed }) => !removed);
  const pdf = usePdfBlobUrl(newest?.removed ? undefined : newest?._id);
  if (!newest) {
    return (
      <Text c="dimmed">
        <bdi>{name}</bdi> has not uploaded the merged PDF yet.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Group gap="md">
        {newest.removed ? (
          <Text size="sm" c="dimmed" className="breakable">
            Version {newest.version} was <BidiSentence text={formatRemoval(newest.removed, zone)} />
          </Text>
        ) : (
          <Anchor href={newest.url} target="_blank" rel="noopener" size="sm" className="breakable">
            <bdi>{newest.name}</bdi> (version {newest.version}, opens in a new tab)
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {formatDateTime(newest.uploadedAt, zone)}
        </Text>
        {earlier.map(({ _id, url, version }) => (
          <Anchor key={_id} href={url} target="_blank" rel="noopener" size="sm" c="dimmed">
            Version {version}
          </Anchor>
        ))}
      </Group>
      {navigator.pdfViewerEnabled && !newest.removed && (
        <Paper h="max(24rem, calc(100dvh - 14rem))" style={{ overflow: 'hidden' }}>
          {pdf?.url ? (
            // Fit the page to the frame's width and hide the page thumbnails.
            <iframe
              src={`${pdf.url}#navpanes=0&view=FitH`}
              title={`Merged PDF of ${name}`}
              width="100%"
              height="100%"
              style={{ border: 0 }}
            />
          ) : (
            <Text p="md" c={pdf?.error ? 'red' : 'dimmed'} role="status">
              {pdf?.error ?? 'Loading the PDF…'}
            </Text>
          )}
        </Paper>
      )}
    </Stack>
  );
}
