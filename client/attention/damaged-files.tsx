import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { Section } from '#client/ui/section.tsx';
import type { DamagedFile } from '#contract/admin/attention.ts';
import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function DamagedFiles({ files }: { files: readonly DamagedFile[] }) {
  return (
    <Section
      title="Damaged files"
      description="The portal reads every file about once a day. These files are missing or differ from what was uploaded, and can’t be downloaded."
    >
      <ul className="plain ruled" aria-label="Damaged files">
        {files.map((file) => (
          <li key={file.documentId}>
            <Damaged {...file} />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        Restore the file from a backup into the portal’s file folder, or ask for it to be uploaded
        again. A repaired file is removed from this list automatically.
      </Text>
    </Section>
  );
}

function Damaged({
  label,
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
        {label} “<bdi>{name}</bdi>”, version {version}:{' '}
        {fault === 'missing' ? 'the file is missing' : 'the file was altered'}
      </Text>
      <Text size="sm" className="breakable">
        {groupName ? (
          <>
            Belongs to{' '}
            <Anchor component={Link} to={links.adminGroup(groupName)} inherit>
              <bdi>{groupName}</bdi>
            </Anchor>
            {memberName && (
              <>
                , <bdi>{memberName}</bdi>
              </>
            )}
          </>
        ) : (
          <>Belongs to {userName ? <bdi>{userName}</bdi> : 'an account'}</>
        )}
        , found {formatDateTime(foundAt, zone)}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        Stored as {documentId}
      </Text>
    </Stack>
  );
}
