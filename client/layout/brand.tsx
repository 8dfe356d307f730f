import { Box, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePortalInfo, usePortalName } from '#client/api/portal.ts';
import { paths } from '#contract/paths.ts';

export function Brand() {
  const portal = usePortalInfo();
  return (
    <Group
      renderRoot={(props) => <Link to={paths.home} {...props} />}
      gap="0.65rem"
      // Beside a menu with long labels, the name would otherwise shrink to two letters.
      miw={{ base: 0, nav: '8.75rem' }}
      mr="auto"
      wrap="nowrap"
      c="var(--mantine-color-text)"
      td="none"
    >
      <BrandMark logo={portal?.logo} />
      <Stack component="span" gap={0} miw={0}>
        <Text span truncate ff="heading" fz="1.0625rem" fw={600} lh={1.2}>
          {usePortalName()}
        </Text>
        {/* Prevent a layout shift when the name loads. */}
        <Text span truncate mih="1rem" fz="xs" lh="1rem" c="dimmed">
          {portal?.shortName}
        </Text>
      </Stack>
    </Group>
  );
}

/** Shows the logo in an `<img>`, where an SVG cannot run scripts. The portal's own logo is the fallback. */
export function BrandMark({
  logo,
  colour = 'var(--mantine-color-pine-7)',
}: {
  logo: string | undefined;
  colour?: string | undefined;
}) {
  if (logo !== undefined) {
    return <img src={logo} alt="" width={32} height={32} style={{ objectFit: 'contain' }} />;
  }
  return (
    <Box
      component="svg"
      flex="none"
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="7" fill={colour} />
      <path d="M7 12.5 16 8l9 4.5-9 4.5z" fill="#fff" />
      <path
        d="M11 16v4.5c2.8 2.6 7.2 2.6 10 0V16"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M25 12.5V20" stroke="#dfb96a" strokeWidth="2" strokeLinecap="round" />
    </Box>
  );
}
