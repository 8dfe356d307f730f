import { Modal, Text, useMatches } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { useLast } from '#client/ui/dialog/use-last.ts';
import { LinkedParagraphs } from '#client/ui/linked-text.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getAnnouncement } from '#contract/announcements.ts';
import { parseText } from '#contract/values/linked-text.ts';

type AnnouncementSheetProps = { id: string | null; onClose: () => void };

/** What one announcement says, as it stands on desks. */
export function AnnouncementSheet({ id, onClose }: AnnouncementSheetProps) {
  const shown = useLast(id ?? undefined);
  const isNarrow = useMatches({ base: true, sm: false });
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title="Announcement"
      size="40rem"
      fullScreen={isNarrow}
    >
      {shown !== undefined && <Sheet id={shown} />}
    </Modal>
  );
}

function Sheet({ id }: { id: string }) {
  const read = useRead(
    getAnnouncement,
    { params: { announcementId: id } },
    { failure: 'Failed to load the announcement', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={5} label="Loading the announcement…" />}>
      {({ announcement: { title, text, audience, createdBy } }) => (
        <>
          <Text fw={600} className="breakable">
            {title}
          </Text>
          <LinkedParagraphs paragraphs={parseText(text)} />
          <Text size="sm" c="dimmed" mt="md">
            To: {audience}. By {createdBy}.
          </Text>
        </>
      )}
    </Loaded>
  );
}
