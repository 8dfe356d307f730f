import {
  Anchor,
  Badge,
  Box,
  Button,
  Collapse,
  Flex,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Courses } from '#contract/settings/courses.ts';

type Course = Courses['topics'][number]['courses'][number];

type CourseItemProps = {
  course: Course;
  fulfils?: string;
};

/** Opens the course in a new tab, so that this page keeps the search and the expanded details. */
function CourseTitle({ course: { title, url } }: { course: Course }) {
  if (!url) return title;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      <bdi>{title}</bdi>
      <Box component="span" ms="0.3em" pos="relative" top="0.1em">
        <IconExternalLink size={14} aria-hidden />
      </Box>
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Anchor>
  );
}

export function CourseItem({ course, fulfils }: CourseItemProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <li>
      <Flex
        direction={{ base: 'column', xs: 'row' }}
        align="flex-start"
        justify="space-between"
        gap="0.5rem 1rem"
      >
        <div>
          <Title order={3} size="h5" id={`${id}-title`}>
            <CourseTitle course={course} />
          </Title>
          <Text size="sm" c="dimmed">
            {course.provider}
          </Text>
          <Box mt="0.4rem">
            {fulfils ? (
              <Badge>
                Counts for <bdi>{fulfils}</bdi>
              </Badge>
            ) : (
              <Badge color="gray">Optional</Badge>
            )}
          </Box>
        </div>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isShown}
          aria-controls={`${id}-details`}
          aria-describedby={`${id}-title`}
          flex="none"
          miw="7.5rem"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide details' : 'Show details'}
        </Button>
      </Flex>
      <Collapse expanded={isShown} id={`${id}-details`}>
        <Text mt="xs">{course.details}</Text>
        <Text size="sm" c="dimmed" mt={4}>
          {course.level} · about {course.hours} hours
        </Text>
      </Collapse>
    </li>
  );
}
