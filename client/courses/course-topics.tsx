import { Accordion, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import type { Courses } from '#contract/settings/courses.ts';
import { CourseItem } from './course-item.tsx';

type Topics = Courses['topics'];

const formatCount = (count: number) => (count === 1 ? '1 course' : `${count} courses`);

type CourseTopicsProps = { topics: Topics; rule: Courses['rule']; isSearch: boolean };

/** During a search, all topics with a match are expanded. */
export function CourseTopics({ topics, rule, isSearch }: CourseTopicsProps) {
  const [opened, setOpened] = useState<string[]>(() => topics.slice(0, 1).map(({ id }) => id));
  const [closed, setClosed] = useState<string[]>([]);
  const shown = isSearch ? topics.map(({ id }) => id).filter((id) => !closed.includes(id)) : opened;
  const change = (ids: string[]) => {
    if (isSearch) setClosed(topics.map(({ id }) => id).filter((id) => !ids.includes(id)));
    else setOpened(ids);
  };
  const hasCertificates = useIsModuleEnabled('certificates');
  const findTitle = (id?: string) =>
    hasCertificates ? rule.mandatory.find((each) => each.id === id)?.title : undefined;
  return (
    <Paper>
      <Accordion
        multiple
        order={2}
        value={shown}
        onChange={change}
        keepMounted={false}
        className="unruledEnd"
      >
        {topics.map((topic) => (
          <Accordion.Item key={topic.id} value={topic.id}>
            <Accordion.Control>
              <bdi>{topic.title}</bdi>{' '}
              <Text span size="sm" c="dimmed" fw={400} style={{ whiteSpace: 'nowrap' }}>
                {formatCount(topic.courses.length)}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <ul className="plain ruled">
                {topic.courses.map((course) => (
                  <CourseItem key={course.id} course={course} fulfils={findTitle(course.fulfils)} />
                ))}
              </ul>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Paper>
  );
}
