import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { EmailLink } from '#client/ui/email-link.tsx';
import { Section } from '#client/ui/section.tsx';
import { findAttention, type MembershipObjection } from '#contract/admin/attention.ts';
import { links } from '#contract/links.ts';
import { settleObjection } from '#contract/students/objections.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Lists members who deny that they belong to a group. The group stays unchanged until an admin decides. */
export function MembershipObjections({
  objections,
}: {
  objections: readonly MembershipObjection[];
}) {
  const settling = useAction(settleObjection, {
    failure: 'Couldn’t settle the objection',
    toastFor: adminToastDurationMs,
    invalidates: [findAttention],
  });
  return (
    <Section
      title="Members who object"
      description="They say that they aren’t part of this group. Ask both sides, then correct or delete the group."
    >
      <ul className="plain ruled" aria-label="Members who object">
        {objections.map((objection) => (
          <li key={objection._id}>
            <Group justify="space-between" gap="sm">
              <About {...objection} />
              <Group gap="xs">
                <Button component={Link} to={groupUrl(objection)} variant="default" size="xs">
                  Open <bdi>{objection.fypGroupName}</bdi>
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Settle the objection of ${objection.memberName}`}
                  loading={settling.input?.params.objectionId === objection._id}
                  disabled={settling.isRunning}
                  onClick={() => settling.run({ params: { objectionId: objection._id } })}
                >
                  Settle
                </Button>
              </Group>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const groupUrl = ({ fypGroupName }: MembershipObjection) => links.adminGroup(fypGroupName);

function About({ fypGroupName, memberName, email, objectedAt }: MembershipObjection) {
  const zone = useTimeZone();
  return (
    <Stack gap={4}>
      <Text fw={600} className="breakable">
        <bdi>{memberName}</bdi> objects to being in <bdi>{fypGroupName}</bdi>
      </Text>
      <Text size="sm" className="breakable">
        <EmailLink email={email} inherit />, {formatDateTime(objectedAt, zone)}
      </Text>
    </Stack>
  );
}
