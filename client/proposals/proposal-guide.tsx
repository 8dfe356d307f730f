import { Anchor, Box, List, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useGroupRules } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { formatUppercaseExtensions } from '#contract/documents.ts';
import { paths } from '#contract/paths.ts';
import { documentKinds } from '#contract/rules/document-kinds.ts';
import { formatGroupSize } from '#contract/rules/group-rules.ts';

/** Lists the requirements of the proposal form (spec 5). */
export function ProposalGuide({ isBeside }: { isBeside: boolean }) {
  const coursesTitle = usePageTitle(paths.courses);
  const modules = useModules();
  const rules = useGroupRules();
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
          <List.Item>
            The proposal as one file: {formatUppercaseExtensions(documentKinds.proposal.extensions)}
          </List.Item>
          <List.Item>
            {rules ? formatGroupSize(rules) : 'Up to … members'}, all from the same class
          </List.Item>
          <List.Item>
            For each member: {modules.fatherName && 'father’s name, '}roll number, a valid email
            address and phone
          </List.Item>
          {modules.feeProof && <List.Item>For each member: the fee proof as a PDF</List.Item>}
          {modules.certificates && (
            <List.Item>
              Certificates, merged into one PDF per member. You can also upload them later
            </List.Item>
          )}
        </List>
        <Text size="sm" c="dimmed">
          Ideas, tools and supervisors:{' '}
          <Anchor component={Link} to={paths.categories}>
            {usePageTitle(paths.categories)}
          </Anchor>
          .
          {modules.certificates && modules.courses && (
            <>
              {' '}
              Which certificates count:{' '}
              <Anchor component={Link} to={paths.courses}>
                {coursesTitle}
              </Anchor>
              .
            </>
          )}
        </Text>
      </Stack>
    </Box>
  );
}
