import { Anchor, Box, List, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useGroupRules } from '#client/api/cohorts/cohort-content.ts';
import { paths } from '#contract/paths.ts';
import { formatUppercaseExtensions } from './file-field.tsx';

/** Lists the requirements of the proposal form (spec 5). */
export function ProposalGuide({ isBeside }: { isBeside: boolean }) {
  const maxMembers = useGroupRules()?.maxMembers;
  return (
    <Box
      component="aside"
      aria-labelledby="proposal-guide"
      pt="0.25rem"
      ps="lg"
      pos={{ md: 'sticky' }}
      top="6rem"
      className="nested"
      // Hide the guide in a narrow window, because it would be below the form, where users would read it too late.
      visibleFrom={isBeside ? 'md' : undefined}
    >
      <Stack gap="sm">
        <Title order={2} size="h4" id="proposal-guide">
          What you need
        </Title>
        <List size="sm" spacing={8} ps="1.1rem">
          <List.Item>The proposal as one file: {formatUppercaseExtensions('proposal')}</List.Item>
          <List.Item>
            {maxMembers === 1 ? '1 member' : `Up to ${maxMembers ?? '…'} members`}, all from the
            same class
          </List.Item>
          <List.Item>
            For each member: father’s name, roll number, a valid email address and phone
          </List.Item>
          <List.Item>For each member: the fee proof as a PDF</List.Item>
          <List.Item>
            Certificates, merged into one PDF per member. You can also upload them later
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          Ideas, tools and supervisors:{' '}
          <Anchor component={Link} to={paths.categories}>
            FYP categories
          </Anchor>
          . Which certificates count:{' '}
          <Anchor component={Link} to={paths.courses}>
            Coursera courses
          </Anchor>
          .
        </Text>
      </Stack>
    </Box>
  );
}
