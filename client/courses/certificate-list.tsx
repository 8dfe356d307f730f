import { Anchor, List, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { Requirements } from '#client/layout/certificate-requirements.tsx';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { Loading } from '#client/ui/state/loading.tsx';
import { links } from '#contract/links.ts';
import {
  type CertificateEntry,
  countRequiredOptionalCertificates,
} from '#contract/rules/certificates-state.ts';
import type { Courses } from '#contract/settings/courses.ts';
import { findCertificates } from '#contract/students/certificates.ts';

type Rule = Courses['rule'];

const formatRule = (rule: Rule) =>
  `At least ${rule.minimum} certificates: the ${rule.mandatory.length} mandatory ones and at least ${countRequiredOptionalCertificates(rule)} optional ones related to your project.`;

/** The student's progress, from the list of certificates on the student page. */
export function CertificateProgress({ rule, groupId }: { rule: Rule; groupId: string }) {
  const read = useRead(
    findCertificates,
    { params: { groupId } },
    { failure: 'Couldn’t load your certificates' },
  );
  return (
    <Section title="Your certificates" description={formatRule(rule)}>
      {/* Lists the same requirements while loading, to prevent a layout shift. */}
      <Loaded
        read={read}
        loading={
          <Loading label="Loading your certificates…">
            <Progress rule={rule} sentence=" " entries={[]} />
          </Loading>
        }
      >
        {({ own: ownCertificates, members }) => {
          const self = members.find(({ memberId }) => memberId === ownCertificates?.memberId);
          return (
            <Progress
              rule={rule}
              sentence={self?.sentence ?? undefined}
              entries={ownCertificates?.entries ?? []}
            />
          );
        }}
      </Loaded>
      <Anchor component={Link} to={links.ownCertificates}>
        List or change your certificates
      </Anchor>
    </Section>
  );
}

type ProgressProps = {
  rule: Rule;
  sentence: string | undefined;
  entries: readonly CertificateEntry[];
};

function Progress({ rule, sentence, entries }: ProgressProps) {
  return (
    <>
      {sentence !== undefined && (
        <Text role="status" mih={{ base: '4.65em', sm: '1.55em' }}>
          <BidiSentence text={sentence} />
        </Text>
      )}
      <Requirements rule={rule} entries={entries} />
      <Text>{rule.internship}</Text>
    </>
  );
}

export function CertificateRequirements({ rule }: { rule: Rule }) {
  return (
    <Section title="Required certificates" description={formatRule(rule)}>
      <Text component="h3" fw={600} m={0}>
        Mandatory
      </Text>
      <List>
        {rule.mandatory.map(({ id, title }) => (
          <List.Item key={id}>{title}</List.Item>
        ))}
      </List>
      <Text>{rule.internship}</Text>
    </Section>
  );
}
