import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTimeZone } from '#client/api/portal.ts';
import { PdfViewer } from '#client/layout/pdf-viewer.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { formatRemoval } from '#contract/rules/removed-file.ts';
import type { MemberCertificates } from '#contract/students/certificates.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Links to all versions of the student's merged PDF. Shows the latest, except on phones, where it would fill the page. */
export function MergedPdf({ member: { documents, name } }: { member: MemberCertificates }) {
  const zone = useTimeZone();
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const [newest, ...older] = documents;
  const earlier = older.filter(({ removed }) => !removed);
  if (!newest) {
    return (
      <Text c="dimmed">
        <bdi>{name}</bdi> hasn’t uploaded the merged PDF yet.
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
      {isWide && !newest.removed && (
        <Paper h="max(24rem, calc(100dvh - 14rem))" display="flex" style={{ overflow: 'hidden' }}>
          <PdfViewer url={newest.url} label={`Merged PDF of ${name}`} page={1} />
        </Paper>
      )}
    </Stack>
  );
}
