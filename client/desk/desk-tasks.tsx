import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import type { ChosenUpload } from '#client/feature.ts';
import { UploadButton } from '#client/layout/upload-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded, type ReadResult } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { DeskItem } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import { isUploaded } from '#contract/settings/kinds.ts';
import type { Role } from '#contract/values/roles.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Next step of someone without tasks. */
const nextSteps: Record<Role, { to: string; label: string }> = {
  student: { to: paths.students, label: 'Open your group' },
  faculty: { to: paths.faculty, label: 'Open marking' },
  admin: { to: paths.board, label: 'Open the board' },
};

type OnUpload = { onUpload: (upload: ChosenUpload) => void };
type DeskTasksProps = OnUpload & { read: ReadResult<readonly DeskItem[]>; role: Role };

/** Lists the user's open tasks, each with a link to its page or a button that uploads the file. */
export function DeskTasks({ read, role, onUpload }: DeskTasksProps) {
  // A task that only leads to the desk, such as the setup, has a section of its own below.
  const items = read.data?.filter(({ to }) => to !== paths.desk);
  if (items?.length === 0 && read.data?.length !== 0) return null;
  return (
    <Section title="What to do next">
      <Loaded
        read={{ ...read, data: items }}
        loading={<LoadingLines lines={4} label="Loading your desk…" />}
      >
        {(tasks) =>
          tasks.length === 0 ? (
            <NoTasks {...nextSteps[role]} />
          ) : (
            <ul className="plain ruled" aria-label="What to do next">
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} onUpload={onUpload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

const NoTasks = ({ to, label }: { to: string; label: string }) => (
  <Group justify="space-between" gap="sm">
    <Text c="dimmed">Nothing to do right now.</Text>
    <Button component={Link} to={to} variant="default" size="xs">
      {label}
    </Button>
  </Group>
);

/** A task whose list is on this page leads to that list, because the redirect would render the page again. */
const toOwnPage = (to: string) => (to.startsWith(paths.desk) ? to.slice(paths.desk.length) : to);

function TaskRow({ task, onUpload }: OnUpload & { task: DeskItem }) {
  const { text, isUrgent, due } = task;
  const zone = useTimeZone();
  return (
    <li>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Box component="span" mt={2} c={isUrgent ? 'brass' : 'dimmed'}>
          {isUrgent ? (
            <IconAlertCircle size={20} aria-label="Urgent" />
          ) : (
            <IconArrowRight size={20} aria-hidden />
          )}
        </Box>
        <Group justify="space-between" gap="0.35rem 1rem" flex={1} miw={0}>
          <Stack gap={2} flex="1 1 14rem" miw={0}>
            <Text className="breakable">
              <BidiSentence text={text} />
            </Text>
            {due && (
              <Text size="sm" c="dimmed">
                Due <time dateTime={due}>{formatDateTime(due, zone)}</time>
              </Text>
            )}
          </Stack>
          <TaskButtons task={task} onUpload={onUpload} />
        </Group>
      </Group>
    </li>
  );
}

function TaskButtons({ task, onUpload }: OnUpload & { task: DeskItem }) {
  const { text, to, action = 'Open', upload } = task;
  const kinds = useKinds().filter((each) => isUploaded(each) && upload?.kinds.includes(each.kind));
  if (!upload || kinds.length === 0)
    return (
      <Button
        component={Link}
        to={toOwnPage(to)}
        variant="default"
        size="xs"
        aria-label={`${action}: ${text}`}
      >
        {action}
      </Button>
    );
  return (
    <Group gap="xs">
      {kinds.map((kind) => (
        <UploadButton
          key={kind.kind}
          groupId={upload.groupId}
          deadline={upload}
          kind={kind}
          isNamed={kinds.length > 1}
          isSmall
          onUpload={onUpload}
        />
      ))}
    </Group>
  );
}
