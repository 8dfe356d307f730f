import { Box, Modal, Text, useMatches } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getAnnouncement } from '#contract/messages/announcements.ts';
import { AnswerList } from './answer-list.tsx';

type AnnouncementSheetProps = { id: string | null; onClose: () => void };

export function AnnouncementViewDialog({ id, onClose }: AnnouncementSheetProps) {
  const shown = useLastDefined(id ?? undefined);
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
    { failure: 'Couldn’t load the announcement', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={5} label="Loading the announcement…" />}>
      {({ announcement: { title, formattedText, audience, createdBy, allowsAnswers } }) => (
        <>
          <Text fw={600} className="breakable">
            {title}
          </Text>
          <Box mt="xs">
            <FormattedText blocks={formattedText} keepsLines />
          </Box>
          <Text size="sm" c="dimmed" mt="md">
            To: <BidiSentence text={audience} />. By <bdi>{createdBy}</bdi>.
          </Text>
          {allowsAnswers && <AnswerList announcementId={id} />}
        </>
      )}
    </Loaded>
  );
}
