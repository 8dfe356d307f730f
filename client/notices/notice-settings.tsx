import { Radio, SimpleGrid, Text } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  findNoticeSettings,
  listDeliveryModes,
  type NoticeDeliveryMode,
  type NoticeSetting,
  noticeDeliveryModes,
  noticeKinds,
  saveNoticeSetting,
} from '#contract/messages/notices.ts';
import classes from './notices.module.css';

const choices = Object.entries(noticeDeliveryModes) as [
  NoticeDeliveryMode,
  (typeof noticeDeliveryModes)[NoticeDeliveryMode],
][];

export function NoticeSettings() {
  const read = useRead(
    findNoticeSettings,
    {},
    { failure: 'Couldn’t load your settings', staleTime: 0 },
  );
  return (
    <Section
      title="Delivery"
      description="Emails are sent at once. The daily digest is sent at 08:00 with everything new. You’ll also find all notifications here."
    >
      <Loaded read={read} loading={<LoadingLines lines={12} label="Loading your settings…" />}>
        {({ settings }) => (
          <div className="divided">
            {settings.map((setting) => (
              <SettingRow key={setting.kind} {...setting} />
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function SettingRow({ kind, delivery }: NoticeSetting) {
  const saving = useAction(saveNoticeSetting, {
    failure: 'Couldn’t save your settings',
    invalidates: [findNoticeSettings],
  });
  const { label, covers } = noticeKinds[kind];
  const offered = listDeliveryModes(kind);
  const chosen = saving.input?.body.delivery ?? delivery;
  const isOffered = (candidate: NoticeDeliveryMode) => offered.some((other) => other === candidate);
  return (
    <Radio.Group
      label={label}
      description={covers}
      value={chosen}
      onChange={(to) =>
        saving.run({ params: { kind }, body: { delivery: to as NoticeDeliveryMode } })
      }
      classNames={{ root: classes.setting ?? '' }}
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" pt={{ base: '0.5rem', md: 0 }}>
        {choices.map(([value, { label: name, says }]) =>
          isOffered(value) ? (
            <Radio
              key={value}
              value={value}
              label={name}
              title={says}
              disabled={saving.isRunning}
            />
          ) : (
            <Text key={value} size="sm" c="dimmed" visibleFrom="sm" aria-hidden>
              –
            </Text>
          ),
        )}
      </SimpleGrid>
    </Radio.Group>
  );
}
