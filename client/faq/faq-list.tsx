import { Accordion, Title } from '@mantine/core';
import type { RefObject } from 'react';
import type { FormattedFaq } from '#contract/settings/content.ts';
import classes from './faq.module.css';
import { FaqAnswer } from './faq-answer.tsx';

type FaqListProps = {
  sections: FormattedFaq;
  opened: string | null;
  onOpen: (id: string | null) => void;
  box: RefObject<HTMLDivElement | null>;
};

/** Renders all sections in one accordion, so that only one answer is open at a time (spec 2). */
export function FaqList({ sections, opened, onOpen, box }: FaqListProps) {
  return (
    <div ref={box} className={`insetFocus ${classes.box}`} data-scripted>
      <Accordion
        value={opened}
        onChange={onOpen}
        order={4}
        keepMounted={false}
        transitionDuration={0}
      >
        {sections.map((section) => (
          <div key={section.id}>
            <Title order={3} size="h6" className={classes.sectionTitle}>
              {section.title}
            </Title>
            {section.questions.map((item) => (
              <Accordion.Item
                key={item.id}
                value={item.id}
                id={`faq-${item.id}`}
                className={classes.item}
              >
                <Accordion.Control>{item.question}</Accordion.Control>
                <Accordion.Panel>
                  <FaqAnswer item={item} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </div>
        ))}
      </Accordion>
    </div>
  );
}
