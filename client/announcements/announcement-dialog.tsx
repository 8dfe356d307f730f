import { Modal, useMatches } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getAnnouncement, listAudiences } from '#contract/messages/announcements.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import type { AnnouncementUrlState } from './use-announcement-address.ts';

type AnnouncementDialogProps = { cohort: string | undefined; address: AnnouncementUrlState };

export function AnnouncementDialog({ cohort, address }: AnnouncementDialogProps) {
  const { written, close } = address;
  const shown = useLastDefined(written ?? undefined);
  const isNarrow = useMatches({ base: true, sm: false });
  const props = { cohort, onDone: close };
  return (
    <Modal
      opened={written !== null}
      onClose={close}
      title={shown === 'new' ? 'New announcement' : 'Edit announcement'}
      size="46rem"
      fullScreen={isNarrow}
    >
      {shown === 'new' && <NewAnnouncement {...props} />}
      {shown !== undefined && shown !== 'new' && (
        <EditAnnouncement key={shown} id={shown} {...props} />
      )}
    </Modal>
  );
}

type FormProps = { cohort: string | undefined; onDone: () => void };

const loading = <LoadingLines lines={8} label="Loading the form…" />;

const useAudiences = (cohort: string | undefined) =>
  useRead(listAudiences, cohort ? { query: { cohort } } : {}, {
    failure: 'Couldn’t load the groups',
  });

function NewAnnouncement({ cohort, onDone }: FormProps) {
  return (
    <Loaded read={useAudiences(cohort)} loading={loading}>
      {(audiences) => <AnnouncementForm audiences={audiences} onDone={onDone} />}
    </Loaded>
  );
}

function EditAnnouncement({ id, cohort, onDone }: FormProps & { id: string }) {
  const read = useRead(
    getAnnouncement,
    { params: { announcementId: id } },
    { failure: 'Couldn’t load the announcement', staleTime: 0 },
  );
  const audiences = useAudiences(cohort);
  return (
    <Loaded read={audiences} loading={loading}>
      {(audienceOptions) => (
        <Loaded read={read} loading={loading}>
          {({ announcement }) => (
            <AnnouncementForm
              key={announcement.version}
              audiences={audienceOptions}
              announcement={announcement}
              onDone={onDone}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
