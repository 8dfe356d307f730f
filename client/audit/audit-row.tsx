import { Badge, Table, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { formatDevice } from '#client/ui/format-device.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { type AuditAction, auditActions } from '#contract/audit-actions.ts';
import { formatRepetitions } from '#contract/values/repetitions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import classes from './audit-list.module.css';

/** Badge colours of actions that readers should notice. */
const colors: Partial<Record<AuditAction, string>> = {
  'login-refused': 'red',
  'account-blocked': 'brass',
  'group-deleted': 'brass',
  'role-changed': 'brass',
  'password-reset': 'brass',
  'password-changed': 'brass',
  'audit-exported': 'brass',
  'backup-restored': 'brass',
  'marks-saved': 'pine',
  'viva-saved': 'pine',
};

/** For a login or an ended session, the detail is the browser's user agent. */
const formatDetail = ({ action, detail }: AuditEntry) =>
  action === 'logged-in' || action === 'session-ended' ? formatDevice(detail) : detail;

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, action, actor, subject, detail, address } = entry;
  const shown = formatDetail(entry);
  const zone = useTimeZone();
  const repetitions = formatRepetitions(entry, zone);
  const isOwn = actor !== null && actor._id === subject._id;
  return (
    <Table.Tr className={classes.row}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm" component="time" dateTime={at}>
          {formatDateTime(at, zone)}
        </Text>
        {repetitions && (
          <Text size="sm" c="dimmed">
            {repetitions}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ justifySelf: 'end' }}>
        <Badge color={colors[action] ?? 'gray'} miw="max-content">
          {auditActions[action]}
        </Badge>
      </Table.Td>
      <Table.Td className={classes.wide}>
        <Text size="sm" fw={600} className="breakable">
          {actor?.name ?? (address === null ? 'The portal' : 'Not logged in')}
        </Text>
        <Text size="sm" c="dimmed" className="breakable">
          {[actor?.email, address && `from ${address}`].filter(Boolean).join(' ')}
        </Text>
      </Table.Td>
      <Table.Td className={classes.wide}>
        <Text size="sm" className="breakable">
          <BidiSentence text={isOwn ? 'Own account' : subject.name} />
        </Text>
        {shown !== '' && (
          <Text
            size="sm"
            c="dimmed"
            className="breakable"
            title={shown === detail ? undefined : detail}
          >
            <BidiSentence text={shown} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
