import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import type { DamagedFile } from '#contract/admin.ts';
import { documentKinds } from '#contract/documents.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Files that are not what was uploaded any more, and what to do about each. */
export function DamagedFiles({ files }: { files: readonly DamagedFile[] }) {
  return (
    <Section
      title="Damaged files"
      description="The portal reads every file about once a day. These are missing or not what was uploaded; they are not given out."
    >
      <ul className="plain ruled" aria-label="Damaged files">
        {files.map((file) => (
          <li key={file.documentId}>
            <Damaged {...file} />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        Bring the file back from a backup to the place where the portal keeps it, or ask for it to
        be uploaded again. A file that is whole again leaves this list by itself.
      </Text>
    </Section>
  );
}

function Damaged({
  kind,
  version,
  name,
  groupName,
  memberName,
  userName,
  fault,
  foundAt,
  documentId,
}: DamagedFile) {
  const zone = useTimeZone();
  return (
    <Stack gap={4}>
      <Text fw={600} className="breakable">
        {documentKinds[kind].label} “<bdi>{name}</bdi>”, version {version}:{' '}
        {fault === 'missing' ? 'the file is missing' : 'the file was altered'}
      </Text>
      <Text size="sm" className="breakable">
        {groupName ? (
          <>
            Of{' '}
            <Anchor
              component={Link}
              to={`${paths.admin}?q=${encodeURIComponent(groupName)}`}
              inherit
            >
              <bdi>{groupName}</bdi>
            </Anchor>
            {memberName && (
              <>
                , <bdi>{memberName}</bdi>
              </>
            )}
          </>
        ) : (
          <>Of {userName ? <bdi>{userName}</bdi> : 'an account'}</>
        )}
        , found {formatDateTime(foundAt, zone)}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        Kept under the name {documentId}
      </Text>
    </Stack>
  );
}
