import { Box, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { findHome } from '#contract/settings/content.ts';
import classes from './home.module.css';

function useFirstStep(): { to: string; label: string } {
  const session = useSession();
  if (!session) return { to: paths.signup, label: 'Get started' };
  if (session.role === 'admin') return { to: paths.admin, label: 'Manage groups and users' };
  if (session.role === 'faculty') return { to: paths.faculty, label: 'Open your groups' };
  return session.groupId
    ? { to: paths.students, label: 'Open your group' }
    : { to: paths.proposal, label: 'Propose your project' };
}

const titleLine = { display: 'block', height: '0.8em', my: '0.2em' } as const;
const titleBefore = 'Final-year projects';

function LoadingTitle() {
  return (
    <>
      <VisuallyHidden>{titleBefore}</VisuallyHidden>
      <Skeleton component="span" {...titleLine} />
      <Skeleton component="span" {...titleLine} width="70%" />
    </>
  );
}

type WelcomeProps = {
  home?: EndpointReply<typeof findHome>;
  /** True if loading failed, in which case only the heading is shown. */
  isLost?: boolean;
};

const WelcomeEyebrow = ({ home }: Pick<WelcomeProps, 'home'>) => (
  <Text fz="0.875rem" mih="1.5rem" fw={600} c="var(--portal-accent-text)">
    {home && (
      <>
        <bdi>{home.department.name}</bdi> · <bdi>{home.department.session}</bdi>
      </>
    )}
  </Text>
);

/** The heading is focusable before the text loads. A minimum height prevents layout shifts. */
export function Welcome({ home, isLost }: WelcomeProps) {
  const { to, label } = useFirstStep();
  return (
    <Stack component="header" mih={isLost ? 0 : '19rem'} pt={{ md: '2.5rem' }}>
      <WelcomeEyebrow home={home} />
      <Title order={1} tabIndex={-1} data-page-heading className={classes.title}>
        {home?.welcome.title ?? (isLost ? titleBefore : <LoadingTitle />)}
      </Title>
      {home && (
        <>
          <Text size="lg" c="dimmed" maw="36rem">
            {home.welcome.text}
          </Text>
          <Group gap="sm" mt="xs">
            <Button component={Link} to={to} size="md">
              {label}
            </Button>
            <Button component="a" href="#faq" size="md" variant="default">
              Read the FAQ
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** The welcome banner of a logged-in user, who comes for the tasks below it. */
export function CompactWelcome({ home }: Pick<WelcomeProps, 'home'>) {
  const { to, label } = useFirstStep();
  return (
    <Group component="header" justify="space-between" align="flex-end" mb="md">
      <Box flex="1 1 24rem" miw={0}>
        <WelcomeEyebrow home={home} />
        <Title order={1} size="h2" tabIndex={-1} data-page-heading style={{ outline: 'none' }}>
          {home?.welcome.title ?? titleBefore}
        </Title>
        <Text c="dimmed" mt={4} mih={{ base: '4.65rem', sm: '1.55rem' }}>
          {home?.welcome.text}
        </Text>
      </Box>
      <Group gap="sm">
        <Button component={Link} to={to}>
          {label}
        </Button>
        <Button component="a" href="#faq" variant="default">
          Read the FAQ
        </Button>
      </Group>
    </Group>
  );
}
