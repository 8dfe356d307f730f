import { Box, Group, Stack, Text } from '@mantine/core';
import { BrandMark } from '#client/layout/brand.tsx';
import type { DepartmentIdentity } from '#contract/settings/content.ts';
import { getPortalName } from '#contract/settings/portal-names.ts';
import { buildShades, findContrastError } from '#contract/values/colour.ts';

const portalColour = '#1d5b52';
const schemes = {
  light: { label: 'Light', ground: '#ffffff', text: '#211f1c', button: 7, link: 7 },
  dark: { label: 'Dark', ground: '#1a1f1e', text: '#c4cac7', button: 6, link: 3 },
} as const;

export function BrandPreview({ department }: { department: DepartmentIdentity }) {
  const { colour = '', logo, shortName, portalName } = department;
  const isUsable = /^#[0-9a-f]{6}$/.test(colour) && findContrastError(colour) === undefined;
  const shades = buildShades(isUsable ? colour : portalColour);
  return (
    <Stack gap="sm">
      {Object.entries(schemes).map(([name, { label, ground, text, button, link }]) => (
        <Box
          key={name}
          p="md"
          bg={ground}
          c={text}
          bdrs="sm"
          bd="1px solid var(--portal-field-border)"
        >
          <Text size="xs" mb="xs">
            {label}
          </Text>
          <Group gap="0.65rem" wrap="nowrap" mb="sm">
            <BrandMark logo={logo || undefined} colour={shades[7]} />
            <Stack gap={0} miw={0}>
              <Text ff="heading" fw={600} lh={1.2}>
                {getPortalName({ portalName: portalName || undefined })}
              </Text>
              <Text fz="xs" className="breakable">
                {shortName}
              </Text>
            </Stack>
          </Group>
          <Group gap="md">
            <Box bg={shades[button]} c="#fff" px="md" py={6} bdrs="sm" fw={600} fz="sm">
              A button
            </Box>
            <Text span td="underline" c={shades[link]}>
              A link
            </Text>
          </Group>
        </Box>
      ))}
    </Stack>
  );
}
