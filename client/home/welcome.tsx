import { Button, Group, Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { findHome } from '#contract/settings/content.ts';
import classes from './home.module.css';

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
            <Button component={Link} to={paths.signup} size="md">
              Get started
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

/** The welcome banner of a logged-in user, below the desk. */
export const CompactWelcome = ({ home }: Required<Pick<WelcomeProps, 'home'>>) => (
  <Paper p={{ base: 'md', sm: 'lg' }} mb="lg">
    <WelcomeEyebrow home={home} />
    <Title order={2} size="h3">
      {home.welcome.title}
    </Title>
    <Text c="dimmed" mt={4}>
      {home.welcome.text}
    </Text>
  </Paper>
);
